/** Synthesizes the stack for a test, and reads its templates. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';
import { synthesize } from '../../cdk/assembly.ts';
import type { DeployedOperation } from '../../cdk/stack/deployed-operation.ts';
import { operations } from '../../lib/operations.ts';
import { readAssemblyTemplate } from '../../tools/local/assembly.ts';
import { keptVariant } from '../support/kept-assembly.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of many shapes, and a wrong one fails its test
export type Json = any;
export type Resource = { Type: string; Properties: Json; DeletionPolicy?: string; UpdateReplacePolicy?: string };

export interface Synthesized {
  readonly name: string;
  readonly directory: string;
  /** The stack with what its nested stacks hold: how the parts hang together can be read across their borders. */
  readonly template: { Resources: Record<string, Resource>; Outputs: Record<string, { Value: Json }> };
}

/** Some operations, for what a stage has next to them: each takes its time. */
export const FEW: readonly DeployedOperation[] = operations.slice(0, 3);

const temporary: string[] = [];

afterAll(async () => {
  await Promise.all(temporary.map((directory) => rm(directory, { recursive: true, force: true })));
});

/** A directory that is gone when the test file ends. */
export const temporaryDirectory = async (): Promise<string> => {
  const directory = await mkdtemp(join(tmpdir(), 'stack-test-'));
  temporary.push(directory);
  return directory;
};

const read = async (name: string, directory: string): Promise<Synthesized> => ({
  name,
  directory,
  template: (await readAssemblyTemplate(directory)) as Synthesized['template'],
});

/**
 * Synthesizes with the bundles of the run: once for all test files where it is the table of operations, or `FEW`. No one may
 * write there.
 */
export const synthesizeStage = async (
  context: Record<string, unknown> = {},
  operations?: readonly DeployedOperation[],
): Promise<Synthesized> => {
  const bundles = inject('bundleDirectory');
  if (!operations || operations === FEW) {
    const kept = await keptVariant({ assembly: inject('assemblyDirectory'), bundles }, context, operations);
    return read(kept.stackName, kept.directory);
  }
  const outdir = await temporaryDirectory();
  const { stacks } = await synthesize({ outdir, bundles, context, operations });
  return read(stacks[0]!.stackName, outdir);
};

/** The stack as the run has synthesized it already: `prod`, by the context of `cdk.json`. */
export const defaultStage = (): Promise<Synthesized> => read('PartnerListingApi', inject('assemblyDirectory'));

/** The templates as they are deployed, the stack's own and those of its nested stacks, as texts by file. */
export const templateTexts = async ({ directory }: Synthesized): Promise<ReadonlyMap<string, string>> => {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.template.json'));
  return new Map(
    await Promise.all(names.sort().map(async (name) => [name, await readFile(join(directory, name), 'utf8')] as const)),
  );
};

/** The logical ids and properties of the resources of a type. */
export const ofType = ({ template }: Synthesized, type: string): [string, Json][] =>
  Object.entries(template.Resources)
    .filter(([, { Type }]) => Type === type)
    .map(([id, { Properties }]) => [id, Properties]);

/** The one resource of a type. */
export const only = (stack: Synthesized, type: string): [string, Json] => {
  const found = ofType(stack, type);
  expect(found, type).toHaveLength(1);
  return found[0]!;
};

/** The one resource of a type whose logical id begins so. */
export const resourceNamed = (stack: Synthesized, type: string, prefix: string): [string, Json] => {
  const found = ofType(stack, type).filter(([id]) => id.startsWith(prefix));
  expect(found, prefix).toHaveLength(1);
  return found[0]!;
};

/** The logical id of the function that an ARN's text names, through its alias if it is one. */
export const functionBehind = ({ template }: Synthesized, arn: Json): string => {
  const text = JSON.stringify(arn);
  const [, id = ''] =
    /"Ref":"([^"]+Live[^"]*)"/.exec(text) ?? /"Fn::GetAtt":\["([^"]+Function[^"]*)","Arn"\]/.exec(text) ?? [];
  return template.Resources[id]?.Type === 'AWS::Lambda::Alias'
    ? template.Resources[id].Properties.FunctionName.Ref
    : id;
};

/** The text that CloudFormation would make of a join, with the logical ids and pseudo parameters where their values go. */
export const joined = (value: Json): string => {
  if (typeof value === 'string') return value;
  if (value.Ref) return `<${value.Ref}>`;
  if (value['Fn::GetAtt']) return `<${value['Fn::GetAtt'].join('.')}>`;
  const [separator, parts] = value['Fn::Join'];
  return parts.map(joined).join(separator);
};
