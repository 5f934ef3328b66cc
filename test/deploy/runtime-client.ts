/**
 * Each bundle under AWS's own runtime interface client (`npm install aws-lambda-ric`, which compiles), called as API Gateway
 * calls it: bodies come in base64, as they do where `binaryMediaTypes` holds all types.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { synthesize } from '../../cdk/assembly.ts';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { bundlesIn, eventFunctions } from '../../cdk/build/functions.ts';
import type { Operation, SampleRequest } from '../../lib/contract/cases.ts';
import { parametersOf } from '../../lib/contract/derived.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { allOperations, operations } from '../../lib/operations.ts';
import { demoFile, demoKey } from '../../tools/local/demo.ts';
import { loadDemoMedia } from '../../tools/local/demo-media.ts';
import { loadData } from '../../tools/local/load-data.ts';
import { startService } from '../../tools/local/service.ts';
import { itemsOfCases } from '../support/case-items.ts';
import { type Returned, type RuntimeApi, startRuntimeApi } from './runtime-api.ts';
import { type Environments, environmentsIn } from './runtime-environments.ts';
import { answered, eventOf, refusal } from './runtime-events.ts';
import type { Part, Trial } from './trial.ts';

const CLIENT = 'node_modules/aws-lambda-ric/index.mjs';
/** Where CI installs it, out of the lock file: it compiles for minutes. */
const places = [join(projectRoot, 'node_modules/.lambda-ric', CLIENT), join(process.env.LAMBDA_RIC ?? '', CLIENT)];

const clientFile = (): string | undefined => places.find((file) => existsSync(file));

/** Runs a bundle under the client for as long as `work` takes. */
const underClient = async (
  bundle: string,
  environment: Readonly<Record<string, string>>,
  work: (api: RuntimeApi) => Promise<void>,
): Promise<void> => {
  const api = await startRuntimeApi();
  const child: ChildProcess = spawn(process.execPath, [clientFile()!, 'index.handler'], {
    cwd: bundle,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...environment,
      AWS_LAMBDA_RUNTIME_API: api.address,
      AWS_LAMBDA_FUNCTION_NAME: 'tried',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
      AWS_LAMBDA_LOG_GROUP_NAME: 'tried',
      AWS_LAMBDA_LOG_STREAM_NAME: 'tried',
      LAMBDA_TASK_ROOT: bundle,
      _HANDLER: 'index.handler',
    },
  });
  let printed = '';
  child.stderr?.on('data', (chunk) => {
    printed += chunk;
  });
  child.on('close', (status) =>
    api.fail(`The client ended with status ${status}: ${printed.trim().split('\n').slice(-8).join(' | ')}`),
  );
  try {
    await work(api);
  } finally {
    child.kill();
    api.close();
  }
};

/** Without a key, as its page has it, and with a body that is cut off. */
const tryOperation = async (api: RuntimeApi, operation: Operation, key: string): Promise<string[]> => {
  const wrong: string[] = [];
  const check = async (what: string, event: unknown, expected: string) => {
    const found = answered(await api.invoke(event));
    if (found !== expected) wrong.push(`${operation.id}, ${what}: ${found} in place of ${expected}`);
  };
  // Those of a sandbox take no key of this stage.
  if (!operations.includes(operation)) {
    await check('without a key', eventOf(operation, operation.cases.examples[0]!, {}), refusal(errors.keyMissing));
    return wrong;
  }
  // What writes is checked alone: each example must find the demo data as it is.
  const isDry = parametersOf(operation).some(({ name }) => name === 'validateOnly');
  const example: SampleRequest = operation.cases.examples[0]!;
  const request = isDry ? { ...example, parameters: { ...example.parameters, validateOnly: true } } : example;
  await check('without a key', eventOf(operation, request, {}), refusal(errors.keyMissing));
  await check('as its page has it', eventOf(operation, request, { key }), '200');
  if (example.body !== undefined)
    await check(
      'a body that is cut off',
      eventOf(operation, request, { key, body: '{"a":' }),
      refusal(errors.invalidRequest),
    );
  return wrong;
};

const tryAuthorizer = async (api: RuntimeApi, key: string): Promise<string[]> => {
  const ask = (headers: Record<string, string>) =>
    api.invoke({
      type: 'REQUEST',
      methodArn: 'arn:aws:execute-api:us-east-1:000000000000:api/prod/GET/v1/usage',
      headers,
      multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    });
  const effect = (returned: Returned) =>
    'error' in returned
      ? returned.error.errorMessage
      : (returned.value as { policyDocument: { Statement: { Effect: string }[] } }).policyDocument.Statement[0]!.Effect;
  const found = [
    effect(await ask({})),
    effect(await ask({ 'x-api-key': key })),
    effect(await ask({ 'x-api-key': 'a-key-of-no-one' })),
  ].join();
  return found === 'Unauthorized,Allow,Deny' ? [] : [`authorizer: ${found}`];
};

/** Nothing that is due, and a batch without records. */
const tryEvents = async (api: RuntimeApi, entry: string): Promise<string[]> => {
  const returned = await api.invoke({ Records: [] });
  return 'error' in returned ? [`${entry}: ${answered(returned)}`] : [];
};

const tryBundles = async ({ bundles, expect, say }: Trial, stages: readonly Environments[]): Promise<void> => {
  const directories = await bundlesIn(bundles);
  const key = await demoKey();
  const work = new Map<string, (api: RuntimeApi) => Promise<string[]>>([
    ['authorizer', (api) => tryAuthorizer(api, key)],
    ...allOperations.map(
      (operation) => [operation.entry, (api: RuntimeApi) => tryOperation(api, operation, key)] as const,
    ),
    ...eventFunctions.map(({ entry }) => [entry, (api: RuntimeApi) => tryEvents(api, entry)] as const),
  ]);
  const untried = Object.keys(directories).filter((entry) => !work.has(entry));
  expect('each bundle is tried', untried.length === 0, untried);
  let events = 0;
  for (const [entry, attempt] of work) {
    const counted = (api: RuntimeApi): RuntimeApi => ({
      ...api,
      invoke: (event) => {
        events++;
        return api.invoke(event);
      },
    });
    const wrong: string[] = [];
    const environment = stages.map((environmentOf) => environmentOf(entry)).find((found) => found !== undefined);
    if (environment)
      await underClient(
        directories[entry]!,
        environment,
        async (api) => void wrong.push(...(await attempt(counted(api)))),
      ).catch((error: Error) => wrong.push(`${entry}: ${error.message}`));
    else wrong.push(`${entry}: no stage has this function`);
    expect(entry, wrong.length === 0, wrong.join('\n'));
  }
  say(`${work.size} bundles, ${events} events`);
};

export const runtimeClientPart: Part = {
  name: 'runtime client',
  needsEngine: false,
  missing: () =>
    clientFile()
      ? undefined
      : `aws-lambda-ric is not installed in ${places[0]!.replace(`${projectRoot}/`, '').replace(`/${CLIENT}`, '')}`,
  async run(trial) {
    const { bundles } = trial;
    // A stage without a page for requests refuses to create one.
    const requestPageUrl = 'https://feedback.listing.example/r';
    const assembly = await synthesize({ outdir: trial.folder('assembly'), bundles, context: { requestPageUrl } });
    // Some operations are of a sandbox alone.
    const context = { stage: 'sandbox', sandbox: true };
    const sandbox = await synthesize({ outdir: trial.folder('sandbox'), bundles, context });
    const service = await startService({
      assemblyDirectory: assembly.directory,
      port: 0,
      load: (table) => loadData(table, demoFile, ({ line }) => trial.expect(`line ${line} of the demo data`, false)),
    });
    try {
      await loadDemoMedia(service);
      // What examples are about next to the demo data: jobs of bulk updates.
      for (const Item of itemsOfCases()) await service.table.put({ Item });
      const directories = [assembly.directory, sandbox.directory];
      await tryBundles(trial, await Promise.all(directories.map((each) => environmentsIn(each, service))));
    } finally {
      await service.close();
    }
  },
};
