/** The app as the CLI runs it: cdk-nag finds nothing, and the same sources give the same template. */
import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CfnKey } from 'aws-cdk-lib/aws-kms';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { synthesize } from '../../cdk/build/assembly.ts';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { variants } from '../../cdk/build/variants.ts';
import cdkJson from '../../cdk.json' with { type: 'json' };
import { temporaryDirectory } from './synthesized.ts';

const run = promisify(execFile);

/** The app takes seconds, and more beside other tests. */
const timeout = 60_000;

/** What the CLI adds to the context; it changes the template. */
const cliContext = { 'aws:cdk:enable-path-metadata': true, 'aws:cdk:enable-asset-metadata': true };

/** Runs `cdk/app.ts` of a tree as `cdk synth` does, and answers with the directory of the assembly. */
const runApp = async (tree: string, context: Record<string, unknown> = {}): Promise<string> => {
  const directory = await temporaryDirectory();
  const CDK_CONTEXT_JSON = JSON.stringify({ ...cdkJson.context, ...cliContext, ...context });
  await run(process.execPath, ['cdk/app.ts'], {
    cwd: tree,
    env: { ...process.env, CDK_OUTDIR: directory, CDK_CONTEXT_JSON },
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

describe('cdk-nag', () => {
  it.each(Object.entries(variants))('finds nothing in %s', { timeout }, async (_, context) => {
    const directory = await runApp(projectRoot, context);
    const { pluginReports } = JSON.parse(await readFile(join(directory, 'validation-report.json'), 'utf8'));
    expect(pluginReports).toEqual([]);
  });

  it('would fail the synthesis', { timeout }, async () => {
    const outdir = await temporaryDirectory();
    const withFault = synthesize({
      outdir,
      checks: (app) => {
        new CfnKey(app.node.findChild('PartnerListingApi'), 'Fault', { keyPolicy: {} });
        return [new AwsSolutionsChecks(app)];
      },
    });
    await expect(withFault).rejects.toThrow();
    expect(await readFile(join(outdir, 'validation-report.json'), 'utf8')).toContain('AwsSolutions-KMS5');
  });
});

it('a second deploy changes nothing: another copy of the sources, touched, gives the same bytes', {
  timeout,
}, async () => {
  const copy = join(await temporaryDirectory(), 'a', 'copy');
  await mkdir(copy, { recursive: true });
  for (const part of ['cdk', 'functions', 'lib', 'cdk.json', 'package.json', 'package-lock.json'])
    await cp(join(projectRoot, part), join(copy, part), { recursive: true });
  await touchAll(copy);
  await symlink(join(projectRoot, 'node_modules'), join(copy, 'node_modules'));
  const [here, there] = await Promise.all([runApp(projectRoot), runApp(copy)]);
  const files = await deployed(here);
  expect(Object.keys(files).sort()).toEqual(['PartnerListingApi.assets.json', 'PartnerListingApi.template.json']);
  expect(await deployed(there)).toEqual(files);
});
