/** Nested stacks read as one with the stack around them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readAssemblyTemplate } from '../../tools/local/assembly.ts';
import { createResolver, type Template } from '../../tools/local/intrinsics.ts';

const stack = (template: string, Parameters: object = {}) => ({
  Type: 'AWS::CloudFormation::Stack',
  Properties: {
    Parameters,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own placeholder
    TemplateURL: { 'Fn::Join': ['', ['https://s3.', { 'Fn::Sub': 'assets-${AWS::Region}' }, `/${template}.json`]] },
  },
});
const thing = (Value: unknown) => ({ Type: 'Test::Thing', Properties: { Value } });
const output = (id: string, name: string) => ({ 'Fn::GetAtt': [id, `Outputs.${name}`] });

/** A stack with two nested ones, of which the second holds a third; all of them have a `Thing`. */
const templates: Record<string, object> = {
  'Service.template.json': {
    Resources: {
      Api: { Type: 'AWS::ApiGateway::RestApi' },
      Thing: thing({ Ref: 'Api' }),
      First: stack('one', { Given: { 'Fn::GetAtt': ['Thing', 'Arn'] } }),
      Second: stack('two', { FromFirst: output('First', 'Own') }),
      Reader: thing([output('First', 'Own'), output('Second', 'Deep'), output('First', 'Text')]),
    },
    Outputs: { Last: { Value: output('Second', 'Deep') } },
  },
  'one.nested.template.json': {
    Parameters: { Given: { Type: 'String' }, Kept: { Type: 'String', Default: 'kept' } },
    Resources: { Thing: thing([{ Ref: 'Given' }, { Ref: 'Kept' }]), Other: thing({ Ref: 'Thing' }) },
    Outputs: {
      Own: { Value: { 'Fn::GetAtt': ['Thing', 'Arn'] } },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own placeholders
      Text: { Value: { 'Fn::Sub': '${Thing}/${Given}/${AWS::Partition}/${!Left}' } },
    },
  },
  'two.nested.template.json': {
    Parameters: { FromFirst: { Type: 'String' } },
    Resources: { Third: stack('three', { Passed: { Ref: 'FromFirst' } }) },
    Outputs: { Deep: { Value: output('Third', 'Out') } },
  },
  'three.nested.template.json': {
    Parameters: { Passed: { Type: 'String' } },
    Resources: { Thing: thing({ Ref: 'Passed' }) },
    Outputs: { Out: { Value: { Ref: 'Thing' } } },
  },
};

const assets = Object.fromEntries(
  ['one', 'two', 'three'].map((name) => [
    name,
    { source: { path: `${name}.nested.template.json` }, destinations: { here: { objectKey: `${name}.json` } } },
  ]),
);

const directories: string[] = [];
const write = async (files: Record<string, object>): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'nested-'));
  directories.push(directory);
  for (const [name, content] of Object.entries(files)) await writeFile(join(directory, name), JSON.stringify(content));
  return directory;
};
afterAll(async () => {
  for (const directory of directories) await rm(directory, { recursive: true });
});

describe('Nested stacks', () => {
  let template: Template;
  const valueIn = (id: string) => createResolver(template, {})(template.Resources[id]?.Properties?.Value);

  beforeAll(async () => {
    template = await readAssemblyTemplate(await write({ ...templates, 'Service.assets.json': { files: assets } }));
  });

  it('give way to what they hold; an id that is taken gets the id of its stack before it', () => {
    expect(Object.keys(template.Resources).sort()).toEqual(
      ['Api', 'FirstThing', 'Other', 'Reader', 'SecondThing', 'Thing'].sort(),
    );
  });

  it('are given parameters, or have their defaults', () => {
    expect(valueIn('FirstThing')).toEqual(['Thing.Arn', 'kept']);
    expect(valueIn('Other')).toBe('FirstThing');
  });

  it('give their outputs to the stack around them and, through it, to each other', () => {
    expect(valueIn('Reader')).toEqual([
      'FirstThing.Arn',
      'SecondThing',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: what CloudFormation leaves of an escaped one
      'FirstThing/Thing.Arn/aws/${Left}',
    ]);
    expect(valueIn('SecondThing')).toBe('FirstThing.Arn');
    expect(template.Outputs).toEqual({ Last: { Value: { Ref: 'SecondThing' } } });
  });
});

describe('A nested stack is refused', () => {
  const service = (...resources: [string, object][]) => ({
    'Service.template.json': {
      Resources: { Api: { Type: 'AWS::ApiGateway::RestApi' }, ...Object.fromEntries(resources) },
    },
    'one.nested.template.json': templates['one.nested.template.json']!,
    'Service.assets.json': { files: assets },
  });

  it.each([
    [
      'whose template is no asset',
      service(['Nested', stack('four')]),
      'no template four.json for the nested stack Nested',
    ],
    ['with a parameter that is given nothing', service(['Nested', stack('one')]), 'Nested is given no parameter Given'],
    [
      'without an output that is asked for',
      service(['Nested', stack('one', { Given: 'x' })], ['Reader', thing(output('Nested', 'None'))]),
      'Nested has no output None',
    ],
  ])('%s', async (_, files, message) => {
    await expect(readAssemblyTemplate(await write(files))).rejects.toThrow(message);
  });
});
