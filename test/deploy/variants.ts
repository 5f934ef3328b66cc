/** Every variant of the stack is deployed, deployed again, updated and destroyed by the CDK's command. */
import { isDeepStrictEqual } from 'node:util';
import { variants } from '../../cdk/build/variants.ts';
import { prepare } from './assembly.ts';
import { deploy, destroy } from './cdk.ts';
import { dataOf, engineMissing, makeHostedZone } from './engine.ts';
import { endOf, type Part, stackOf, type Trial } from './trial.ts';

/**
 * Settings that change what stands, and replace nothing. None of the table, which the engine would make again, nor of the nested
 * stacks, of whose roles it forgets the ARN when they are updated.
 */
const UPDATE = { stageRateLimit: 500, stageBurstLimit: 900, alarmEmail: 'someone.else@listings.example' };

/** Logs of a fixed name go with what writes them, so that the name is free again (cdk/stack/removal.ts). */
const isOfFixedName = (logGroup: string): boolean => /^(aws-waf-logs-|API-Gateway-Execution-Logs_)/.test(logGroup);

/**
 * The engine deletes what a nested stack holds, whatever its DeletionPolicy, and makes a log group again when a scheduled
 * function ends after that: so its log groups say nothing. test/stack/table.test.ts checks the policies.
 */
const isOfNested = (logGroup: string, stack: string): boolean => logGroup.startsWith(`/aws/cloudformation/${stack}-`);

const tryVariant = async (trial: Trial, name: string, given: Record<string, unknown>): Promise<void> => {
  const { engine, bundles, expect, say } = trial;
  const { hostedZoneName } = given;
  // The names in it belong to no one: the zone is made, under an id of the engine's.
  const hostedZoneId = hostedZoneName ? await makeHostedZone(engine, String(hostedZoneName)) : undefined;
  const context = { ...given, ...(hostedZoneId && { hostedZoneId }) };
  const file = name.replaceAll(' ', '-');
  const assembly = await prepare({ engine, directory: trial.folder(file), bundles, context });
  const { stack, directory } = assembly;
  const leftOut = Object.entries(assembly.leftOut).map(([what, count]) => `${count} ${what}`);
  say(`${name}: ${assembly.resources} resources in ${stack}; left out: ${leftOut.join(', ') || 'nothing'}`);

  const before = new Set(Object.values(await dataOf(engine)).flat());
  /** What this variant has made, and still stands. */
  const made = async () =>
    Object.values(await dataOf(engine))
      .flat()
      .filter((each) => !before.has(each))
      .sort();
  const first = await deploy(engine, directory);
  expect(`${name} is deployed`, first.status === 0, endOf(first.text));
  expect(`${name} is CREATE_COMPLETE`, (await stackOf(trial, stack))?.status === 'CREATE_COMPLETE');
  const again = await deploy(engine, directory);
  expect(
    `${name} deployed again changes nothing`,
    again.status === 0 && /no changes/.test(again.text),
    endOf(again.text),
  );

  const tableBefore = (await stackOf(trial, stack))?.outputs.get('TableName');
  const updated = await prepare({
    engine,
    directory: trial.folder(`${file}-updated`),
    bundles,
    context: { ...context, ...UPDATE },
  });
  const update = await deploy(engine, updated.directory);
  expect(`${name} is updated`, update.status === 0, endOf(update.text));
  const after = await stackOf(trial, stack);
  expect(`${name} is UPDATE_COMPLETE`, after?.status === 'UPDATE_COMPLETE', after?.status);
  expect(`${name} keeps its table`, tableBefore !== undefined && after?.outputs.get('TableName') === tableBefore);

  const standing = await made();
  const gone = await destroy(engine, updated.directory);
  expect(`${name} is destroyed`, gone.status === 0 && (await stackOf(trial, stack)) === undefined, endOf(gone.text));
  const left = (await made()).filter((each) => !isOfNested(each, stack));
  const isRetained = (given.stage as string | undefined)?.startsWith('dev') !== true;
  const due = isRetained ? standing.filter((each) => !isOfFixedName(each) && !isOfNested(each, stack)) : [];
  expect(
    `${name} leaves ${isRetained ? 'table, buckets and logs' : 'nothing'} behind`,
    isDeepStrictEqual(left, due) && standing.includes(tableBefore!),
    { due, left },
  );
};

export const variantsPart: Part = {
  name: 'variants',
  needsEngine: true,
  missing: engineMissing,
  async run(trial) {
    // Those of one stage follow each other: each finds what the one before has left, and makes its own.
    for (const [name, context] of Object.entries(variants)) await tryVariant(trial, name, context);
  },
};
