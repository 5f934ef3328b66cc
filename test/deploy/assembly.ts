/** An assembly as the engine takes it. What it does not know is taken out, and counted: nothing else of the stack changes. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { synthesize } from '../../cdk/assembly.ts';
import { type Engine, unknownTypes } from './engine.ts';

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of many shapes
type Json = any;

export interface Prepared {
  readonly directory: string;
  readonly stack: string;
  /** Of the stack and its nested stacks. */
  readonly resources: number;
  /** How many of what the engine does not know. */
  readonly leftOut: Readonly<Record<string, number>>;
}

type Count = (what: string) => void;

/** The logical ids that a value names. */
const namedIn = (value: Json): readonly string[] =>
  [...JSON.stringify(value).matchAll(/"(?:Ref|Fn::GetAtt)":(?:\["|")([\w:]+)"/g)].flatMap(([, id]) =>
    id!.startsWith('AWS::') ? [] : [id!],
  );

/** Takes out what the engine refuses, and then what hangs on that. */
const reduce = (template: Json, unknown: ReadonlySet<string>, count: Count): void => {
  const { Resources, Outputs = {}, Parameters = {} } = template;
  for (const [id, { Type, Properties }] of Object.entries<Json>(Resources)) {
    const isMetricMath = Type === 'AWS::CloudWatch::Alarm' && Properties.Metrics;
    if (isMetricMath || unknown.has(Type)) {
      delete Resources[id];
      count(isMetricMath ? 'alarms by metric math' : Type);
    }
    // It would look for the partner's own secret among API Gateway's keys, which it is none of.
    if (Type === 'AWS::ApiGateway::Method' && Properties.ApiKeyRequired) {
      Properties.ApiKeyRequired = false;
      count('methods whose metering key the authorizer names');
    }
  }
  const isGone = (id: string) => !Object.hasOwn(Resources, id) && !Object.hasOwn(Parameters, id);
  for (let before = -1; before !== Object.keys(Resources).length; ) {
    before = Object.keys(Resources).length;
    for (const [id, { Type, Properties }] of Object.entries<Json>(Resources))
      if (namedIn(Properties ?? {}).some(isGone)) {
        delete Resources[id];
        count(`${Type} that names such`);
      }
  }
  for (const resource of Object.values<Json>(Resources))
    if (resource.DependsOn) resource.DependsOn = [resource.DependsOn].flat().filter((id: string) => !isGone(id));
  for (const [name, output] of Object.entries<Json>(Outputs)) if (namedIn(output).some(isGone)) delete Outputs[name];
};

/** A template's file is named by its hash wherever it is uploaded, and where another template names it. */
const rename = async (directory: string, file: string, text: string): Promise<void> => {
  const hash = createHash('sha256').update(text).digest('hex');
  const files = (await readdir(directory)).filter((name) => /^manifest\.json$|\.(?:assets|template)\.json$/.test(name));
  const old: string[] = [];
  for (const name of files.filter((each) => each.endsWith('.assets.json')))
    for (const [asset, { source }] of Object.entries<Json>(
      JSON.parse(await readFile(join(directory, name), 'utf8')).files,
    ))
      if (source.path === file) old.push(asset);
  for (const name of files) {
    const before = await readFile(join(directory, name), 'utf8');
    const after = old.reduce((content, each) => content.replaceAll(each, hash), before);
    if (after !== before) await writeFile(join(directory, name), after);
  }
};

/**
 * Synthesizes a variant for the engine.
 *
 * @param options.change - what is done to the stack's own template beside that
 */
export const prepare = async ({
  engine,
  directory,
  bundles,
  context,
  change = () => {},
}: {
  readonly engine: Engine;
  readonly directory: string;
  readonly bundles: string;
  readonly context: Record<string, unknown>;
  readonly change?: (template: Json) => void;
}): Promise<Prepared> => {
  // The engine knows nothing of CodeDeploy, which every alias would hang on: it moves them at once.
  const { stacks } = await synthesize({ outdir: directory, bundles, context: { ...context, canary: false } });
  const { templateFile: own, stackName: stack } = stacks[0]!;
  const all = (await readdir(directory)).filter((name) => name.endsWith('.template.json'));
  const read = async (file: string): Promise<Json> => JSON.parse(await readFile(join(directory, file), 'utf8'));
  const templates = await Promise.all(all.map(read));
  const types = templates.flatMap(({ Resources }) => Object.values<Json>(Resources).map(({ Type }) => Type as string));
  const unknown = await unknownTypes(engine, new Set(types));
  const leftOut: Record<string, number> = {};
  const count: Count = (what) => {
    leftOut[what] = (leftOut[what] ?? 0) + 1;
  };
  let resources = 0;
  // Nested ones first: the stack's own names their files.
  for (const file of [...all.filter((name) => name !== own), own]) {
    const template = await read(file);
    reduce(template, unknown, count);
    if (file === own) change(template);
    resources += Object.keys(template.Resources).length;
    const text = JSON.stringify(template);
    await writeFile(join(directory, file), text);
    await rename(directory, file, text);
  }
  return { directory, stack, resources, leftOut };
};
