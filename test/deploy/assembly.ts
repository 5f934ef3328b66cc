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

/** The outputs that nested stacks have no more, by the hash that names the template's file. */
type LostOutputs = ReadonlyMap<string, readonly string[]>;

/** What asks for one of them, as text. */
const lostIn = ({ Resources }: Json, lost: LostOutputs): readonly string[] =>
  [...lost].flatMap(([hash, outputs]) => {
    const [id] =
      Object.entries<Json>(Resources).find(([, each]) => JSON.stringify(each).includes(`${hash}.json`)) ?? [];
    return id ? outputs.map((name) => JSON.stringify({ 'Fn::GetAtt': [id, `Outputs.${name}`] })) : [];
  });

/** Takes out what the engine refuses, and then what hangs on that. @returns the outputs that are gone */
const reduce = (template: Json, unknown: ReadonlySet<string>, lost: LostOutputs, count: Count): readonly string[] => {
  const { Resources, Outputs = {}, Parameters = {} } = template;
  const gone = lostIn(template, lost);
  const outputs = Object.keys(Outputs);
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
      if (namedIn(Properties ?? {}).some(isGone) || gone.some((each) => JSON.stringify(Properties).includes(each))) {
        delete Resources[id];
        count(`${Type} that names such`);
      }
  }
  for (const resource of Object.values<Json>(Resources))
    if (resource.DependsOn) resource.DependsOn = [resource.DependsOn].flat().filter((id: string) => !isGone(id));
  for (const [name, output] of Object.entries<Json>(Outputs)) if (namedIn(output).some(isGone)) delete Outputs[name];
  return outputs.filter((name) => !Object.hasOwn(Outputs, name));
};

/** A template's file is named by its hash wherever it is uploaded, and where another template names it. @returns it */
const rename = async (directory: string, file: string, text: string): Promise<string> => {
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
  return hash;
};

/**
 * Synthesizes a variant for the engine.
 *
 * @param options.bundles - where the functions lie bundled; without it they are bundled
 * @param options.build - the synthesis of other sources than these
 * @param options.change - what is done to the stack's own template next to that
 */
export const prepare = async ({
  engine,
  directory,
  bundles,
  context,
  build = synthesize,
  change = () => {},
}: {
  readonly engine: Engine;
  readonly directory: string;
  readonly bundles?: string;
  readonly build?: typeof synthesize;
  readonly context: Record<string, unknown>;
  readonly change?: (template: Json) => void;
}): Promise<Prepared> => {
  // The engine knows nothing of CodeDeploy, which every alias would hang on: it moves them at once.
  const { stacks } = await build({ outdir: directory, bundles, context: { ...context, canary: false } });
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
  const lost = new Map<string, readonly string[]>();
  let resources = 0;
  // Nested ones first: the stack's own names their files.
  for (const file of [...all.filter((name) => name !== own), own]) {
    const template = await read(file);
    const outputs = reduce(template, unknown, lost, count);
    if (file === own) change(template);
    resources += Object.keys(template.Resources).length;
    const text = JSON.stringify(template);
    await writeFile(join(directory, file), text);
    lost.set(await rename(directory, file, text), outputs);
  }
  return { directory, stack, resources, leftOut };
};
