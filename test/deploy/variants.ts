/** Every variant of the stack is deployed, deployed again, updated and destroyed by the CDK's command. */
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

const tryVariant = async (trial: Trial, name: string, given: Record<string, unknown>): Promise<void> => {
  const { engine, bundles, expect, say } = trial;
  const { hostedZoneName } = given;
  // The names in it belong to no one: the zone is made, under an id of the engine's.
  const hostedZoneId = hostedZoneName ? await makeHostedZone(engine, String(hostedZoneName)) : undefined;
  const context = { ...given, ...(hostedZoneId && { hostedZoneId }) };
  const file = name.replaceAll(' ', '-');
  const made = await prepare({ engine, directory: trial.folder(file), bundles, context });
  const { stack, directory } = made;
  const left = Object.entries(made.leftOut).map(([what, count]) => `${count} ${what}`);
  say(`${name}: ${made.resources} resources in ${stack}; left out: ${left.join(', ') || 'nothing'}`);

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

  const gone = await destroy(engine, updated.directory);
  expect(`${name} is destroyed`, gone.status === 0 && (await stackOf(trial, stack)) === undefined, endOf(gone.text));
  const data = await dataOf(engine);
  const kept = Object.values(data)
    .flat()
    .filter((each) => each.toLowerCase().includes(`${stack}-`.toLowerCase()));
  const isRetained = (given.stage as string | undefined)?.startsWith('dev') !== true;
  if (isRetained)
    expect(`${name} leaves table, bucket and logs behind`, data.tables.includes(tableBefore!) && kept.length > 2, kept);
  else expect(`${name} leaves nothing behind`, kept.length === 0, kept);
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
