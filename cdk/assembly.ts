/**
 * Makes the cloud assembly: bundles the functions, composes the stack, synthesizes. Needs neither an account nor a network.
 * As a command, `node cdk/assembly.ts`, it does so in a process of its own, which takes the CDK's memory with it when
 * it ends: `npm start` runs it.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { App, type IPolicyValidationPlugin, Validations } from 'aws-cdk-lib';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { projectRoot } from './build/bundle.ts';
import { bundleAll, bundlesIn } from './build/functions.ts';
import { writeSbom } from './build/sbom.ts';
import { readSettings } from './stack/context.ts';
import type { DeployedOperation } from './stack/deployed-operation.ts';
import { ServiceStack } from './stack/service-stack.ts';

interface AssemblyOptions {
  /** Where the assembly is written; else where the CLI says, else `cdk.out` in the project. */
  readonly outdir?: string;
  /** Stands before what `cdk.json` and the command line say. */
  readonly context?: Record<string, unknown>;
  /** A directory in which the functions lie bundled (`bundleAll`); else they are bundled into the assembly. */
  readonly bundles?: string | undefined;
  /** What the API offers, where it is not the table of operations; the bundles must hold their entries. */
  readonly operations?: readonly DeployedOperation[] | undefined;
  /** What checks the stack beside the CDK's own rules; synthesis fails on what they find. Without it nothing is checked. */
  readonly checks?: (app: App) => IPolicyValidationPlugin[];
}

/** The CLI hands the context over in the environment, and in a file when it is too long for that. */
const contextComesFromCli = () =>
  process.env.CDK_CONTEXT_JSON !== undefined || process.env.CONTEXT_OVERFLOW_LOCATION_ENV !== undefined;

/** Without the CLI nobody reads `cdk.json`: the feature flags in it change the template as much as the usage plans do. */
const contextOfProject = async (): Promise<Record<string, unknown>> =>
  contextComesFromCli() ? {} : JSON.parse(await readFile(join(projectRoot, 'cdk.json'), 'utf8')).context;

/**
 * Synthesizes the stack for the stage that the context names (`prod` where it names none).
 *
 * @example
 * const assembly = await synthesize({ outdir: '/tmp/assembly', context: { stage: 'dev' } });
 * const { template } = assembly.stacks[0]!;
 */
export const synthesize = async (options: AssemblyOptions = {}): Promise<CloudAssembly> => {
  const { outdir, context = {}, operations, checks } = options;
  const directory = resolve(outdir ?? process.env.CDK_OUTDIR ?? join(projectRoot, 'cdk.out'));
  const app = new App({
    outdir: directory,
    context: await contextOfProject(),
    postCliContext: context,
    // The metadata resource is of no use to us, and its conditions are longer than the rest of a small template.
    analyticsReporting: false,
    // The CDK's own rules take most of a synthesis, and only judge: the app that is deployed has them.
    builtinCloudFormationValidation: checks !== undefined,
  });
  const settings = readSettings(app.node);
  const bundled = options.bundles ?? join(directory, 'bundles');
  const bundles = options.bundles ? await bundlesIn(bundled) : await bundleAll(bundled);
  await writeSbom(directory, bundled);
  new ServiceStack(app, { settings, bundles, operations });
  if (checks) Validations.of(app).addPlugins(...checks(app));
  return app.synth();
};

/** What `npm start -- --sandbox` serves. */
const SANDBOX_STAGE = { stage: 'sandbox', sandbox: true };

if (import.meta.main) await synthesize(process.argv.includes('--sandbox') ? { context: SANDBOX_STAGE } : {});
