/** The app as the CLI runs it: cdk-nag finds nothing, and the same sources give the same template. */
import { execFile } from 'node:child_process';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CfnKey } from 'aws-cdk-lib/aws-kms';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Construct } from 'constructs';
import { afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { synthesize } from '../../cdk/assembly.ts';
import { variants } from '../../cdk/build/variants.ts';
import { stackName } from '../../cdk/stack/stack-names.ts';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { operations } from '../../lib/operations.ts';
import { copySources, keepOperations } from './copied-sources.ts';
import { temporaryDirectory } from './synthesized.ts';

const run = promisify(execFile);

/** The app takes seconds, and more next to other tests. */
const timeout = 300_000;

/** What the CLI adds to the context; it changes the template. */
const cliContext = { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true };

/** Synthesizes as `cdk/app.ts` does, with something of the test's own in the stack. */
const synthesizeChecked = async (context: Record<string, unknown>, change: (stack: Construct) => void = () => {}) => {
  const outdir = await temporaryDirectory();
  const report = async () => JSON.parse(await readFile(join(outdir, 'validation-report.json'), 'utf8'));
  const done = synthesize({
    outdir,
    bundles: inject('bundleDirectory'),
    context: { ...cliContext, ...context },
    checks: (app) => {
      change(app.node.findChild(stackName(String(context.stage ?? 'prod'))) as Construct);
      return [new AwsSolutionsChecks(app)];
    },
  });
  return { done, report };
};

/** Leaves out the CDK's own rules, which take most of a synthesis. */
const ONLY_NAG = { CDK_VALIDATION: 'false' };

/** Runs `cdk/app.ts` of a tree as `cdk synth` does, and answers with the directory of the assembly. */
const runApp = async (tree: string, environment: NodeJS.ProcessEnv = {}): Promise<string> => {
  const directory = await temporaryDirectory();
  const CDK_CONTEXT_JSON = JSON.stringify(cdkJson.context);
  await run(process.execPath, ['cdk/app.ts'], {
    cwd: tree,
    env: { ...process.env, CDK_OUTDIR: directory, CDK_CONTEXT_JSON, ...environment },
  });
  return directory;
};

/** The files that CloudFormation and the asset upload read, by their names. */
const deployed = async (directory: string): Promise<Record<string, string>> => {
  const names = (await readdir(directory)).filter((name) => /\.(?:template|assets)\.json$/.test(name));
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(directory, name), 'utf8')] as const)),
  );
};

const touchAll = async (directory: string): Promise<void> => {
  const time = new Date(2001, 1, 1);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), time, time);
};

describe('cdk-nag', { timeout }, () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  // The CDK's own rules check every resource there is in the one; what is deployed they check in `npm run synth` too.
  it.each(Object.entries(variants))('finds nothing in %s', async (name, context) => {
    if (name !== 'everything') vi.stubEnv('CDK_VALIDATION', ONLY_NAG.CDK_VALIDATION);
    const { done, report } = await synthesizeChecked(context);
    await done;
    expect((await report()).pluginReports).toEqual([]);
  });

  // The app below ends by what stands in the stack itself.
  it('would fail the synthesis by what stands in a nested stack', async () => {
    vi.stubEnv('CDK_VALIDATION', ONLY_NAG.CDK_VALIDATION);
    const { done, report } = await synthesizeChecked({}, (stack) => {
      new CfnKey(stack.node.findChild('Functions').node.children[0] as Construct, 'Fault', { keyPolicy: {} });
    });
    await expect(done).rejects.toThrow();
    expect(JSON.stringify(await report())).toContain('AwsSolutions-KMS5');
  });
});

/** One of each module: what is made of them is made of all others alike. */
const firsts = new Set([...Map.groupBy(operations, ({ module }) => module).values()].map(([first]) => first!));
// `run-bulk` has the compiled schemas of patch business, which depend on whether it is an operation.
const some = operations.filter((each) => firsts.has(each) || each.id === 'patchBusiness');

describe('The app', { timeout }, () => {
  let copy: string;
  beforeAll(async () => {
    copy = join(await temporaryDirectory(), 'a', 'copy');
    await copySources(copy);
    await keepOperations(
      copy,
      some.map(({ id }) => id),
    );
    await touchAll(copy);
  });

  it('gives the same bytes from another copy of the sources: a second deploy changes nothing', async () => {
    const here = await temporaryDirectory();
    await synthesize({ outdir: here, bundles: inject('bundleDirectory'), operations: some });
    const files = await deployed(here);
    const templates = Object.keys(files).filter((name) => name.endsWith('.template.json'));
    // The root, a nested stack for each module, and those of what no request calls.
    expect(templates.length).toBeGreaterThan(1 + firsts.size);
    expect(await deployed(await runApp(copy, ONLY_NAG))).toEqual(files);
  });

  it('is checked by cdk-nag: a fault in the sources ends it', async () => {
    await keepOperations(copy, [some[0]!.id]);
    const file = join(copy, 'cdk', 'stack', 'alarm-topic.ts');
    const source = await readFile(file, 'utf8');
    expect(source).toContain('enableKeyRotation: true');
    await writeFile(file, source.replace('enableKeyRotation: true', 'enableKeyRotation: false'));
    await expect(runApp(copy, ONLY_NAG)).rejects.toThrow('AwsSolutions-KMS5');
  });
});
