import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Template } from './intrinsics.ts';
import type { ApiModel } from './model.ts';
import { readTemplate } from './template.ts';

const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'));

/** The template files of an assembly: those its manifest lists, or, without a manifest, those that lie there. */
const templateFiles = async (directory: string): Promise<string[]> => {
  const files = await readdir(directory);
  if (!files.includes('manifest.json')) return files.filter((file) => file.endsWith('.template.json'));
  const { artifacts = {} } = await readJson(join(directory, 'manifest.json'));
  return Object.values<{ type: string; properties?: { templateFile?: string } }>(artifacts)
    .filter(({ type }) => type === 'aws:cloudformation:stack')
    .flatMap(({ properties }) => properties?.templateFile ?? []);
};

/** Reads a CDK assembly (`cdk.out`): the model of its one REST API. */
export const readAssembly = async (
  assemblyDirectory: string,
  references: Record<string, string> = {},
): Promise<ApiModel> => {
  const files = await templateFiles(assemblyDirectory);
  const templates: Template[] = await Promise.all(files.map((file) => readJson(join(assemblyDirectory, file))));
  const apis = templates.filter(({ Resources }) =>
    Object.values(Resources).some(({ Type }) => Type === 'AWS::ApiGateway::RestApi'),
  );
  if (apis.length !== 1) {
    throw new Error(`Expected one stack with a REST API in ${assemblyDirectory}, found ${apis.length}.`);
  }
  return readTemplate(apis[0]!, references);
};
