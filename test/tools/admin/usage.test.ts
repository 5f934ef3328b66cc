/** Use of a plan as `npm start` counts it: what the partner sees, and what the operator sees. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { apiKeyItem, keyHash } from '../../../lib/partners/repository/api-key.ts';
import { meteringKeyItem, meteringKeyKey } from '../../../lib/partners/repository/metering-key.ts';
import { DAY_MILLISECONDS, dayOf, nextPeriod, periodStart } from '../../../lib/usage/rules/periods.ts';
import { openTarget, type Target } from '../../../tools/admin/target.ts';
import { showUsage, type UsageOptions } from '../../../tools/admin/usage.ts';
import { type Service, startService } from '../../../tools/local/service.ts';
import { load } from '../../support/load.ts';
import { noted } from '../../support/roles/record.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';
import { recordingIo } from './recording-io.ts';

const TRIAL = 'test-key-of-ours-on-a-trial-1';
const SECOND = 'test-key-of-ours-on-a-trial-2';
const STANDARD = 'test-key-of-ours-on-standard1';
const THEIRS = 'test-key-of-theirs-on-trial-1';
const keyOf = (partnerId: string, key: string, plan: string) => ({ type: 'apiKey', partnerId, key, plan });

let target: Target;
let service: Service;
beforeAll(async () => {
  const { name } = await createTestTable();
  target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: name });
  const keys = [keyOf('ours', TRIAL, 'trial'), keyOf('ours', SECOND, 'trial'), keyOf('ours', STANDARD, 'standard')];
  expect(await load(target.table, [...world, ...keys, keyOf('theirs', THEIRS, 'trial')])).toEqual([]);
  service = await startService({
    ...noted,
    assemblyDirectory: inject('assemblyDirectory'),
    tableName: name,
    load: async () => {},
    requestsOnly: true,
  });
  for (const key of [TRIAL, SECOND, SECOND]) await ask(key, '/v1/business/101');
});
afterAll(async () => {
  await service.close();
  target.close();
});

const ask = (key: string, path: string) => fetch(service.url + path, { headers: { 'x-api-key': key } });
const shown = async (options: Partial<UsageOptions> = {}) => {
  const io = recordingIo();
  await showUsage(target, io, { partner: 'ours', gateway: service.usageEndpoint, ...options });
  return io;
};
/** The rows of a table by their first words. */
const rowOf = (text: string, name: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(name))
    ?.split(/\s{2,}/);

describe('Use of a plan', () => {
  it('is answered for all keys of the partner on the plan, with the request that asks, and for no other partner', async () => {
    const now = Date.now();
    const reply = await ask(TRIAL, '/v1/usage');
    expect(reply.headers.get('ratelimit-policy')).toBe('"rate";q=2;w=1, "quota";q=1000;w=86400');
    expect(await reply.json()).toEqual({
      plan: 'trial',
      rateLimit: 2,
      burstLimit: 5,
      quota: { limit: 1000, period: 'DAY' },
      today: { date: dayOf(now), used: 4 },
      month: { since: dayOf(periodStart('MONTH', now)), used: 4 },
      remaining: 996,
      resetsAt: new Date(nextPeriod('DAY', now)).toISOString(),
      asOf: expect.any(String),
    });
    expect(await (await ask(THEIRS, '/v1/usage')).json()).toMatchObject({ today: { used: 1 }, remaining: 999 });
  });

  it('is shown to operators by plan, and by day', async () => {
    const { said, logged } = await shown({ days: 2 });
    const out = said.join('\n');
    expect(rowOf(out, 'trial')).toEqual(['trial', '2', '5', '1000 a day', '4', '4', '996', expect.any(String)]);
    expect(rowOf(out, 'standard')?.slice(0, 7)).toEqual([
      'standard',
      '50',
      '100',
      '1000000 a month',
      '0',
      '0',
      '1000000',
    ]);
    expect(rowOf(out, 'enterprise')).toEqual(['enterprise', '500', '1000', 'none', '0', '0']);
    expect(rowOf(out, `${dayOf(Date.now())}  trial`)).toEqual([dayOf(Date.now()), 'trial', '4', '996']);
    expect(rowOf(out, `${dayOf(Date.now() - DAY_MILLISECONDS)}  trial`)?.slice(1)).toEqual(['trial', '0', '1000']);
    expect(logged.join()).toContain('3 plans of partner ours');
  });

  it('is given as JSON too', async () => {
    const { said } = await shown({ json: true });
    const uses = JSON.parse(said.join('\n')) as { plan: string; remaining: number | null }[];
    expect(uses.map(({ plan, remaining }) => [plan, remaining])).toEqual([
      ['enterprise', null],
      ['standard', 1_000_000],
      ['trial', 996],
    ]);
  });

  it('refuses in one sentence', async () => {
    await expect(shown({ partner: 'unknown' })).rejects.toThrow('Partner unknown does not exist.');
    await expect(shown({ gateway: undefined })).rejects.toThrow(/give the --gateway/);
    await expect(shown({ days: 91 })).rejects.toThrow('At most 90 days');
  });

  it('is shown of the other plans where one is gone, and makes no metering key', async () => {
    const gone = { partnerId: 'theirs', plan: 'gold', value: 'meter-gold', apiKeyId: 'gold', usagePlanId: 'gold' };
    await target.table.put({ Item: meteringKeyItem(gone) });
    const expired = { partnerId: 'theirs', meteringKey: '', expiresAt: '2026-01-02T03:04:05.000Z' };
    for (const plan of ['gold', 'standard'])
      await target.table.put({ Item: apiKeyItem(keyHash(`an expired key on ${plan}`), { ...expired, plan }) });
    const { said, logged } = await shown({ partner: 'theirs' });
    expect(said.join('\n')).toMatch(/^trial/m);
    for (const plan of ['gold', 'standard'])
      expect(logged).toContainEqual(expect.stringContaining(`plan ${plan} is not`));
    expect(await target.table.get(meteringKeyKey('theirs', 'standard'))).toBeUndefined();
  });

  it('of a metering key that does not know its plan is shown once it knows it', async () => {
    const Key = meteringKeyKey('theirs', 'trial');
    const { usagePlanId, ...without } = (await target.table.get(Key))!;
    await target.table.put({ Item: without });
    expect((await shown({ partner: 'theirs' })).text()).toMatch(/^trial/m);
    expect(await target.table.get(Key)).toMatchObject({ usagePlanId });
  });
});
