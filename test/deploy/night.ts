/** The bad night of `docs/bad-night.md`, command by command: after each block it is looked at what the page says came back. */

import { cp, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DeleteItemCommand, DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { prepare } from './assembly.ts';
import { admin } from './cdk.ts';
import { clientSettings, dataOf } from './engine.ts';
import { withWhatFails } from './first-deploy.ts';
import { keyIdOf, type NightStage, nightMissing, nightStage, STACK, STAGE } from './night-stage.ts';
import { differences, keysOf, linesOf, stateOf } from './night-state.ts';
import { type Part, stackOf, type Trial } from './trial.ts';

const LOCATION = 700101;
const HARBORS = 800101;
/** What `doctor` finds at the engine (docs/bad-night.md, differences from AWS). */
const FAULTS = ['alarms', 'backups', 'request without a key', 'subscribers of alarms', 'time to live'].join();

const loseStack = async ({ engine, expect }: Trial, stage: NightStage): Promise<void> => {
  const [orchard = '', harbor = ''] = ['orchard', 'harbor'].map((partner) => stage.secrets.get(partner)?.[0]);
  const before = await stage.answerOnceCounted(orchard, LOCATION);
  expect('a partner is answered', before.status === 200, before);
  stage.names.set('old bucket', stage.names.get('bucket')!);
  await stage.type('The stack is lost', 0);
  expect('the stack is gone', (await stackOf({ engine } as Trial, STACK)) === undefined);
  expect('no one is answered', (await stage.answer(orchard, LOCATION)).status !== 200);
  const said = await stage.type('The stack is lost', 1);
  expect('preflight names the table', said.includes(stage.names.get('table')!), said);
  const lost = stage.names.get('table');
  await stage.type('The stack is lost', 2);
  expect('the new table is another than the one that was left', stage.names.get('table') !== lost, lost);
  const again = stage.file('again.jsonl');
  await admin(engine, 'data', 'export', '--all', '--stage', STAGE, '--out', again);
  const [old, now] = [await linesOf(stage.file('all.jsonl')), await linesOf(again)];
  expect('the export is the same, line by line', old.length > 300 && old.join('\n') === now.join('\n'), now.length);
  await stage.answerOnceCounted(orchard, LOCATION);
  await stage.typeAgain('The stack is lost', 3);
  const after = await stage.answerOnceCounted(orchard, LOCATION);
  const changed = differences(before.body, after.body);
  expect('the same secret has the same record', after.status === 200 && changed.length === 0, changed);
  expect('the other partner is answered too', (await stage.answer(harbor, HARBORS)).status === 200);
};

/** What a script of ours does to the table by mistake. */
const spoil = async ({ engine }: Trial, stage: NightStage): Promise<void> => {
  const client = new DynamoDBClient(clientSettings(engine));
  const items = await stage.items();
  const TableName = stage.names.get('table')!;
  for (const Key of keysOf(items.filter(({ type }) => type === 'business')).map((key) => marshall(key)))
    await client.send(
      new UpdateItemCommand({
        TableName,
        Key,
        UpdateExpression: 'SET #name = :spoiled, version = version + :one',
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: marshall({ ':spoiled': 'spoiled', ':one': 1 }),
      }),
    );
  for (const Key of keysOf(items.filter(({ type }) => type === 'menu')).map((key) => marshall(key)))
    await client.send(new DeleteItemCommand({ TableName, Key }));
  client.destroy();
};

const spoilTable = async (trial: Trial, stage: NightStage): Promise<void> => {
  const { expect } = trial;
  const good = stateOf(await stage.items());
  await stage.type('The table is spoiled', 0);
  await spoil(trial, stage);
  const spoiled = stateOf(await stage.items());
  expect('the table is spoiled', spoiled !== good && !spoiled.includes('#MENU'), spoiled.slice(0, 300));
  await stage.type('The table is spoiled', 1);
  const restored = await stage.items();
  expect('every name and menu is back', stateOf(restored) === good);
  const restoredTable = `${stage.names.get('table')}-restored`;
  for (const [where, items] of [
    ['the table', restored],
    ['the restored one', await stage.items(restoredTable)],
  ] as const)
    expect(`who was erased is not in ${where}`, !JSON.stringify(items).includes('ada.field@mail.example'));
  const key = restored.find(
    ({ type, pk }) => type === 'apiKey' && String(pk).includes(stage.names.get('key of harbor')!),
  );
  expect('a key that was revoked stays so', key?.revoked === true, key);
  await stage.type('The table is spoiled', 2);
  expect('it goes back and forth', stateOf(await stage.items()) === good);
};

const leakKey = async ({ expect }: Trial, stage: NightStage): Promise<void> => {
  const [leaked = ''] = stage.secrets.get('orchard') ?? [];
  const done = await stage.change(leaked, LOCATION, {
    emailId: 'grill@copperkettle.example',
    phone: '(805) 555-0101',
    services: 'Dine-in',
    description: 'Closed for good.',
  });
  expect('an outsider writes with the leaked key', done.status === 200, done);
  const said = await stage.type('A key leaks', 0);
  expect('the list names the key', said.includes(stage.names.get('key of orchard')!), said);
  const [, fresh = ''] = stage.secrets.get('orchard') ?? [];
  expect('the new key works at once', (await stage.answer(fresh, LOCATION)).status === 200, keyIdOf(fresh));
  expect('the old one is refused', await stage.until((status) => status === 401, leaked, LOCATION));
  const audited = await stage.type('A key leaks', 1);
  expect('the audit has the field before and after', /description.*Closed for good/s.test(audited), audited);
};

const offboard = async ({ expect }: Trial, stage: NightStage): Promise<void> => {
  const isTheirs = (item: Item) => /\bharbor\b/.test(JSON.stringify(item));
  const before = await stage.items();
  await stage.type('A partner leaves', 0);
  for (const name of ['harbor.jsonl', 'harbor.jsonl.rest'])
    expect(`${name} is its owner's alone`, ((await stat(stage.file(name))).mode & 0o777) === 0o600);
  expect('its records are in the file', (await linesOf(stage.file('harbor.jsonl'))).length > 5);
  const after = await stage.items();
  const left = after.filter(isTheirs);
  expect('nothing of it is left but the entry', left.length === 1 && left[0]?.type === 'partnerErasure', left);
  const records = (items: readonly Item[]) =>
    items.filter((item) => !isTheirs(item) && ['business', 'contact', 'menu', 'user'].includes(String(item.type)))
      .length;
  expect('the other partner has what it had', records(after) === records(before), [records(before), records(after)]);
};

const deployBadly = async (trial: Trial, stage: NightStage, good: string): Promise<void> => {
  const { engine, bundles, expect } = trial;
  const context = { stage: STAGE };
  const refused = await prepare({
    engine,
    directory: trial.folder('refused'),
    bundles,
    context,
    change: withWhatFails,
  });
  const secret = stage.secrets.get('orchard')!.at(-1)!;
  stage.use(refused.directory);
  const said = await stage.type('A deploy goes bad', 0, ['npx cdk deploy']);
  expect('it has gone back by itself', said.includes('UPDATE_ROLLBACK_COMPLETE'), said.slice(-500));
  expect('partners are answered as before', (await stage.answer(secret, LOCATION)).status === 200);

  const wrong = trial.folder('wrong-bundles');
  await cp(bundles, wrong, { recursive: true });
  await writeFile(
    join(wrong, 'authorizer/index.mjs'),
    "export const handler = async () => { throw new Error('wrong'); };",
  );
  const bad = await prepare({ engine, directory: trial.folder('wrong'), bundles: wrong, context });
  stage.use(bad.directory);
  await stage.type('A deploy goes bad', 1);
  expect('no one is answered any more', await stage.until((status) => status >= 500, secret, LOCATION));
  stage.use(good);
  const looked = await stage.type('A deploy goes bad', 2, ['npm run admin -- doctor']);
  const faults = [...looked.matchAll(/^FAIL {2}([^:]+):/gm)].map(([, name]) => name);
  expect('doctor finds what the page says of the engine, and no more', faults.toSorted().join() === FAULTS, faults);
  expect('partners are answered again', await stage.until((status) => status === 200, secret, LOCATION));
};

export const nightPart: Part = {
  name: 'night',
  needsEngine: true,
  missing: nightMissing,
  async run(trial) {
    const { engine, bundles, expect } = trial;
    const stage = await nightStage(trial);
    try {
      const { directory } = await prepare({
        engine,
        directory: trial.folder('good'),
        bundles,
        context: { stage: STAGE },
      });
      stage.use(directory);
      await stage.type('Before', 0);
      expect('a file of media is there', (await dataOf(engine)).buckets.includes(stage.names.get('bucket')!));
      await loseStack(trial, stage);
      await spoilTable(trial, stage);
      await leakKey(trial, stage);
      await offboard(trial, stage);
      await deployBadly(trial, stage, directory);
    } finally {
      stage.close();
    }
  },
};
