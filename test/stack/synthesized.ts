/** Synthesizes the stack for a test, and reads its template. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { synthesize } from '../../cdk/build/assembly.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of many shapes, and a wrong one fails its test
export type Json = any;
export type Resource = { Type: string; Properties: Json; DeletionPolicy?: string; UpdateReplacePolicy?: string };

export interface Synthesized {
  readonly name: string;
  readonly directory: string;
  readonly template: { Resources: Record<string, Resource>; Outputs: Record<string, { Value: Json }> };
}

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

export const synthesizeStage = async (context?: Record<string, unknown>): Promise<Synthesized> => {
  const assembly = await synthesize({ outdir: await temporaryDirectory(), ...(context && { context }) });
  const [stack] = assembly.stacks;
  return { name: stack!.stackName, directory: assembly.directory, template: stack!.template };
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

/** The text that CloudFormation would make of a join, with the logical ids and pseudo parameters where their values go. */
export const joined = (value: Json): string => {
  if (typeof value === 'string') return value;
  if (value.Ref) return `<${value.Ref}>`;
  if (value['Fn::GetAtt']) return `<${value['Fn::GetAtt'].join('.')}>`;
  const [separator, parts] = value['Fn::Join'];
  return parts.map(joined).join(separator);
};
