/**
 * Builds the cloud assembly: bundles the functions, composes the stack and synthesizes it. Needs neither an account nor
 * a network. `npm start` runs it as a command, `node cdk/assembly.ts`, in a separate process: the memory that the CDK
 * uses is freed when that process exits.
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { App, type IPolicyValidationPlugin, Validations } from 'aws-cdk-lib';
import type { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { projectRoot } from './build/bundle.ts';
import { bundleAll, bundlesIn } from './build/functions.ts';
import { writeSbom } from './build/sbom.ts';
import { bundleTraces } from './build/traces.ts';
import { refuseElsewhere } from './stack/bound-stages.ts';
import { readSettings } from './stack/context.ts';
import type { DeployedOperation } from './stack/deployed-operation.ts';
import { ServiceStack } from './stack/service-stack.ts';

interface AssemblyOptions {
  /** Where the assembly is written; by default where the CLI says, else `cdk.out` in the project. */
  readonly outdir?: string;
  /** Overrides the context from `cdk.json` and the command line. */
  readonly context?: Record<string, unknown>;
  /** A directory with bundles that `bundleAll` has made; by default the functions are bundled into the assembly. */
  readonly bundles?: string | undefined;
  /** The operations to deploy, by default the table of operations; the bundles must include their entries. */
  readonly operations?: readonly DeployedOperation[] | undefined;
  /**
   * Checks of the stack in addition to the CDK's own rules; synthesis fails on their findings. Without it nothing is
   * checked.
   */
  readonly checks?: (app: App) => IPolicyValidationPlugin[];
}

/** The CLI passes the context in the environment, or in a file when it is too long for that. */
const contextComesFromCli = () =>
  process.env.CDK_CONTEXT_JSON !== undefined || process.env.CONTEXT_OVERFLOW_LOCATION_ENV !== undefined;

/**
 * Without the CLI nothing else reads `cdk.json`: its feature flags change the template as much as the usage plans do.
 */
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
    // The metadata resource is not needed, and its conditions are longer than the rest of a small template.
    analyticsReporting: false,
    // The CDK's own rules take most of the time of a synthesis and don't change its result. The app that is deployed
    // runs them.
    builtinCloudFormationValidation: checks !== undefined,
  });
  const settings = readSettings(app.node);
  // The CLI says where the credentials lead; without any it says nothing, and can't deploy either.
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env;
  refuseElsewhere(settings.stage, settings.place, { ...(account && { account }), ...(region && { region }) });
  const bundled = options.bundles ?? join(directory, 'bundles');
  const bundles = options.bundles ? await bundlesIn(bundled) : await bundleAll(bundled);
  const traces = settings.tracesCalls ? await bundleTraces(join(directory, 'traces')) : undefined;
  await writeSbom(directory, bundled, traces && { traces: traces.packages });
  new ServiceStack(app, { settings, bundles, operations, traces: traces?.directory });
  if (checks) Validations.of(app).addPlugins(...checks(app));
  return app.synth();
};

/** The context that `npm start -- --sandbox` serves. */
const SANDBOX_STAGE = { stage: 'sandbox', sandbox: true };

if (import.meta.main) await synthesize(process.argv.includes('--sandbox') ? { context: SANDBOX_STAGE } : {});
