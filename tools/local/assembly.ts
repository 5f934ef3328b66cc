import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createResolver, type Template } from './intrinsics.ts';
import type { ApiModel } from './model.ts';
import { inlineNestedStacks } from './nested-stacks.ts';
import { readTemplate } from './template.ts';

const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'));

/** The template files of an assembly: those that its manifest lists, or, without a manifest, those in its directory. */
const templateFiles = async (directory: string): Promise<string[]> => {
  const files = await readdir(directory);
  if (!files.includes('manifest.json')) return files.filter((file) => file.endsWith('.template.json'));
  const { artifacts = {} } = await readJson(join(directory, 'manifest.json'));
  return Object.values<{ type: string; properties?: { templateFile?: string } }>(artifacts)
    .filter(({ type }) => type === 'aws:cloudformation:stack')
    .flatMap(({ properties }) => properties?.templateFile ?? []);
};

interface AssetManifest {
  readonly files?: Readonly<
    Record<string, { readonly source: { readonly path?: string }; readonly destinations: Record<string, unknown> }>
  >;
}

/** The paths of the assets to upload, by the object keys under which templates refer to them. */
const assetFiles = async (directory: string): Promise<ReadonlyMap<string, string>> => {
  const manifests = (await readdir(directory)).filter((file) => file.endsWith('.assets.json'));
  const contents: AssetManifest[] = await Promise.all(manifests.map((file) => readJson(join(directory, file))));
  return new Map(
    contents.flatMap(({ files = {} }) =>
      Object.values(files).flatMap(({ source, destinations }) =>
        Object.values(destinations).map(
          (destination) => [(destination as { objectKey: string }).objectKey, source.path ?? ''] as const,
        ),
      ),
    ),
  );
};

/** Reads a template and inlines its nested stacks, at any depth. */
const readAll = async (directory: string, file: string, assets: ReadonlyMap<string, string>): Promise<Template> => {
  const template: Template = await readJson(join(directory, file));
  const resolve = createResolver(template, {});
  return inlineNestedStacks(template, (stackId, { TemplateURL: url }) => {
    const key = String(resolve(url)).split('/').at(-1) ?? '';
    const nested = assets.get(key);
    if (!nested) throw new Error(`The assembly holds no template ${key} for the nested stack ${stackId}.`);
    return readAll(directory, nested, assets);
  });
};

/** Reads the one template with a REST API of a CDK assembly (`cdk.out`), with its nested stacks inlined. */
export const readAssemblyTemplate = async (assemblyDirectory: string): Promise<Template> => {
  const [files, assets] = await Promise.all([templateFiles(assemblyDirectory), assetFiles(assemblyDirectory)]);
  const templates = await Promise.all(files.map((file) => readAll(assemblyDirectory, file, assets)));
  const apis = templates.filter(({ Resources }) =>
    Object.values(Resources).some(({ Type }) => Type === 'AWS::ApiGateway::RestApi'),
  );
  if (apis.length !== 1) {
    throw new Error(`Expected one stack with a REST API in ${assemblyDirectory}, found ${apis.length}.`);
  }
  return apis[0]!;
};

/** Reads a CDK assembly (`cdk.out`): the model of its one REST API. */
export const readAssembly = async (
  assemblyDirectory: string,
  references: Record<string, string> = {},
): Promise<ApiModel> => readTemplate(await readAssemblyTemplate(assemblyDirectory), references);
