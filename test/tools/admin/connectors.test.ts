/** `connectors set`, `list` and `remove`: the same as the operations, by the same rules. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { connectorsKey } from '../../../lib/connectors/repository/connectors.ts';
import { secretsFrom, secretsKey } from '../../../lib/subscriptions/repository/secrets.ts';
import { openTarget, type Target } from '../../../tools/admin/target.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';
import { runHere } from './in-process.ts';

let target: Target;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'connectors-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));
beforeEach(async () => {
  const table = await createTestTable();
  await load(table, world);
  target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: table.name });
  table.client.destroy();
  return () => target.close();
});

const at = () => ['--account', '100', '--endpoint', inject('endpoint'), '--table', target.table.name];
const run = (command: string, ...args: string[]) => runHere(['connectors', command, ...at(), ...args]);
const answered = async (command: string, ...args: string[]) => {
  const { status, stdout, stderr } = await run(command, ...args, '--json');
  expect([status, stderr.includes('undefined')], stderr).toEqual([0, false]);
  return JSON.parse(stdout);
};

const stored = async () => {
  const item = await target.table.get(connectorsKey('ours', 100));
  if (!item) return undefined;
  const secrets = secretsFrom((await target.table.get(secretsKey('ours', String(item.id))))!);
  return { id: item.id, ...secrets };
};

const ALPHA = ['--connector', 'alpha=https://connect.example.com/alpha'];
const SMS = ['--connector', 'SMS=https://connect.example.com/sms?as=a'];

test('set stores the list, and shows the secret of a new one once', async () => {
  const first = await answered('set', ...SMS, ...ALPHA);
  expect(first.secret).toMatch(/^whsec_/);
  expect(await stored()).toEqual({ id: first.id, secrets: [{ value: first.secret }], auth: null });
  expect(first.connectors).toMatchObject([
    { channel: 'ALPHA', url: 'https://connect.example.com/alpha', state: 'enabled' },
    { channel: 'SMS', url: 'https://connect.example.com/sms?as=a' },
  ]);
  const again = await answered('set', ...ALPHA, ...SMS);
  expect(again).toEqual({ ...first, secret: '' });
  expect(await answered('list')).toEqual({ account: 100, id: first.id, connectors: first.connectors });
  const { stdout } = await run('set', ...ALPHA, ...SMS);
  expect(stdout).toContain('Their secret stays as it was');
  expect(stdout).not.toContain(first.secret);
});

test('the secret of a new list is the last line without --json', async () => {
  const { stdout } = await run('set', ...ALPHA);
  expect(stdout.trim().split('\n').at(-1)).toBe((await stored())!.secrets[0]!.value);
});

test('the secret of a new list is in the result alone with --json', async () => {
  const { stdout, stderr } = await run('set', ...ALPHA, '--json');
  expect(JSON.parse(stdout).secret).toBe((await stored())!.secrets[0]!.value);
  expect(stderr).not.toContain('whsec_');
  expect(stderr).toContain('Set the connectors');
});

test('set asks before it removes a connector, and a dry run changes nothing', async () => {
  expect(await answered('set', ...ALPHA, '--dry-run')).toEqual({
    dryRun: true,
    would: 'set the connectors of account 100 for ALPHA',
  });
  expect(await stored()).toBeUndefined();
  const { connectors } = await answered('set', ...ALPHA, ...SMS);
  const refused = await run('set', ...ALPHA);
  expect(refused.status).toBe(3);
  expect(refused.stderr).toContain('remove those for SMS. Pass --yes');
  expect((await answered('set', ...ALPHA, '--dry-run')).would).toContain('and remove those for SMS');
  expect((await answered('list')).connectors).toEqual(connectors);
  expect((await answered('set', ...ALPHA, '--yes')).connectors).toEqual([connectors[0]]);
  expect((await answered('list')).connectors).toEqual([connectors[0]]);
});

test('set replaces the authorization, leaves it, and removes it', async () => {
  const file = join(directory, 'auth.json');
  const auth = { username: 'jobs', password: 'correct horse' };
  await writeFile(file, JSON.stringify(auth));
  await answered('set', ...ALPHA, '--auth', file);
  expect((await stored())?.auth).toEqual(auth);
  await answered('set', ...ALPHA);
  expect((await stored())?.auth).toEqual(auth);
  await answered('set', ...ALPHA, '--no-auth');
  expect((await stored())?.auth).toBeNull();
  await writeFile(file, '{ "username": "a:b", "password": "x" }');
  const { status, stderr } = await run('set', ...ALPHA, '--auth', file);
  expect([status, stderr]).toEqual([2, expect.stringContaining('without a colon')]);
});

test.each([
  ['a channel twice', [...ALPHA, ...ALPHA], 'connectors[1].channel is in the list before'],
  ['no such channel', ['--connector', 'FAX=https://connect.example.com/'], 'connectors[0].channel'],
  ['no URL', ['--connector', 'ALPHA='], 'connectors[0].url'],
  ['credentials', ['--connector', 'ALPHA=https://a:b@connect.example.com/'], 'must not hold credentials'],
])('set refuses %s as the operation does', async (_, args, words) => {
  const { status, stderr } = await run('set', ...args);
  expect([status, stderr]).toEqual([2, expect.stringContaining(words)]);
  expect(await stored()).toBeUndefined();
});

test('a deployed stage takes neither sandbox nor this machine, a sandbox the first', async () => {
  const { setConnectors } = await import('../../../tools/admin/connectors.ts');
  const io = { out() {}, log() {}, now: Date.now };
  const set = (url: string, of: Partial<Target>) =>
    setConnectors({ ...target, ...of }, io, { account: 100, connector: [{ channel: 'ALPHA', url }] });
  const deployed = { isLocal: false, isSandbox: false };
  await expect(set('sandbox', deployed)).rejects.toThrow('connectors[0].url must be an https URL');
  await expect(set('http://localhost:9001/', { ...deployed, isSandbox: true })).rejects.toThrow('https URL');
  expect(await stored()).toBeUndefined();
  await set('sandbox', { ...deployed, isSandbox: true });
  await set('http://localhost:9001/', {});
  expect((await answered('list')).connectors).toMatchObject([{ url: 'http://localhost:9001/' }]);
});

test('remove asks, removes all with their secret, and can be repeated', async () => {
  await answered('set', ...ALPHA, ...SMS);
  const { id } = (await stored())!;
  expect((await run('remove')).status).toBe(3);
  expect(await answered('remove', '--dry-run')).toEqual({
    dryRun: true,
    would: 'remove the connectors of account 100 for ALPHA, SMS',
  });
  expect(await stored()).toMatchObject({ id });
  expect(await answered('remove', '--yes')).toEqual({ account: 100, removed: ['ALPHA', 'SMS'] });
  expect(await stored()).toBeUndefined();
  expect(await target.table.get(secretsKey('ours', String(id)))).toMatchObject({ secrets: [] });
  expect(await answered('remove', '--yes')).toEqual({ account: 100, removed: [] });
  expect(await answered('list')).toEqual({ account: 100, id: null, connectors: [] });
});
