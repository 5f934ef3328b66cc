/** Keys and the smoke test against the API as `npm start` serves it. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { operations } from '../../../lib/operations.ts';
import { issueKey } from '../../../tools/admin/keys-issue.ts';
import { revokeKey } from '../../../tools/admin/keys-revoke.ts';
import { rotateKey } from '../../../tools/admin/keys-rotate.ts';
import { setPlan } from '../../../tools/admin/plan-set.ts';
import { smoke } from '../../../tools/admin/smoke/run.ts';
import { openTarget, type Target } from '../../../tools/admin/target.ts';
import { type Service, startService } from '../../../tools/local/service.ts';
import { triedOperations } from '../../support/chosen.ts';
import { itemsOf } from '../../support/data-files.ts';
import { putDemoData } from '../../support/demo-items.ts';
import { noted } from '../../support/roles/record.ts';
import { createTestTable } from '../../support/store.ts';
import { runHere } from './in-process.ts';
import { recordingIo } from './recording-io.ts';

const demo = { business: 700_101, account: 700_100, competitor: 710_001, email: 'ada.field@mail.example' };
const demoKey = 'demo-orchard-enterprise-key-0001';
const LINKS = '/v1/listing/700101/maps-action-links';

const clock = { now: Date.now() };
const io = recordingIo();
let target: Target;
let service: Service;
const start = () =>
  startService({
    ...noted,
    assemblyDirectory: inject('assemblyDirectory'),
    port: 0,
    tableName: target.table.name,
    now: () => clock.now,
    load: async () => {},
    requestsOnly: true,
  });
beforeAll(async () => {
  const { name } = await createTestTable();
  target = await openTarget({ stage: 'prod', endpoint: inject('endpoint'), table: name });
  await putDemoData(target.table);
  service = await start();
});
afterAll(async () => {
  await service.close();
  target.close();
});

const call = async (key: string, at = service) => {
  const reply = await fetch(`${at.url}${LINKS}`, { headers: { 'x-api-key': key } });
  return [reply.status, ((await reply.json()) as { code?: number }).code];
};
const issue = (options: object = {}) => issueKey(target, io, { partner: 'orchard', plan: 'enterprise', ...options });

describe('keys', () => {
  test('an issued key works at once', async () => {
    const { secret } = await issue({ partner: 'orchard', plan: 'standard' });
    expect(await call(secret)).toEqual([200, undefined]);
  });

  test('a key of a partner that was made with it sees nothing of others', async () => {
    const { secret } = await issue({ partner: 'newcomer', partnerName: 'Newcomer', plan: 'trial' });
    expect(await call(secret)).toEqual([400, 400]);
  });

  test('both keys work while a rotation overlaps, then the new one', async () => {
    /** The functions' clock is the machine's: where it is too busy to answer within the overlap, a longer one is tried. */
    const rotated = async (overlap: number): Promise<{ old: { secret: string }; fresh: { secret: string } }> => {
      const old = await issue();
      const fresh = await rotateKey(target, { ...io, now: Date.now }, { key: old.id, overlap });
      const end = Date.now() + overlap;
      const answers = [await call(fresh.secret), await call(old.secret)];
      if (Date.now() >= end - overlap / 4) return rotated(2 * overlap);
      expect(answers).toEqual([
        [200, undefined],
        [200, undefined],
      ]);
      await expect.poll(() => Date.now(), { timeout: 2 * overlap + 45_000 }).toBeGreaterThan(end);
      return { old, fresh };
    };
    const { old, fresh } = await rotated(1000);
    // The gateway remembers that it admitted the old key; the function looks at its end each time.
    expect(await call(old.secret)).toEqual([401, 1161]);
    clock.now += 60_000;
    expect([await call(old.secret), await call(fresh.secret)]).toEqual([
      [401, 1161],
      [200, undefined],
    ]);
  });

  describe('that was revoked or moved', () => {
    let revoked: string;
    let mover: string;
    /** The functions' memory goes by their own clock; those of another instance have nothing to forget. */
    let fresh: Service;
    const flood = async (at = service) => Promise.all(Array.from({ length: 20 }, () => call(mover, at)));
    beforeAll(async () => {
      const { secret, id } = await issue();
      revoked = secret;
      mover = (await issue({ partner: 'mover', partnerName: 'Mover', plan: 'enterprise' })).secret;
      expect(await call(revoked)).toEqual([200, undefined]);
      expect((await flood()).filter(([status]) => status === 429)).toEqual([]);
      await revokeKey(target, io, { key: id });
      await setPlan(target, io, { partner: 'mover', plan: 'trial' });
      clock.now += 61_000;
      fresh = await start();
    });
    afterAll(() => fresh.close());

    test('is refused once the caches have run out', async () => {
      expect(await call(revoked, fresh)).toEqual([401, 1161]);
    });

    test('is metered by its other plan', async () => {
      const answers = await flood(fresh);
      expect(answers.filter(([status]) => status === 429)).toHaveLength(15);
      expect(answers).toContainEqual([429, 89]);
    });
  });
});

/** Some operations, for what does not hang on which they are. */
const some = operations.filter(({ id }) => ['updateBusiness', 'getMenuDetails', 'addAggregationLink'].includes(id));

/** A row of a check that held. */
const ok = (check: string) => expect.objectContaining({ check, outcome: 'ok' });

// Each operation is asked several times, one request after the other.
describe('smoke', () => {
  test('writes nothing unless it may; then it repeats each write under its key', async () => {
    const before = await itemsOf(target.table);
    // What no data file brings is not there to be asked for.
    const from = operations.filter(({ cases }) => !cases.items && cases.examples.some(({ ofItems }) => !ofItems));
    const repeated = from.filter(({ writes, lasting }) => writes && !lasting);
    const chosen = [
      ...triedOperations(5, { salt: 'smoke', from }),
      ...triedOperations(2, { salt: 'smoke', from: repeated }),
    ];
    const asked = from.filter((each) => chosen.includes(each));
    const run = recordingIo();
    expect(await smoke(run, { url: service.url, key: demoKey, json: true, demo: true }, asked)).toBe(true);
    expect(await itemsOf(target.table)).toEqual(before);
    const writing = recordingIo();
    expect(await smoke(writing, { url: service.url, key: demoKey, json: true, demo: true, write: true }, asked)).toBe(
      true,
    );
    expect(await itemsOf(target.table)).not.toEqual(before);
    const rows: { check: string; outcome: string }[] = JSON.parse(writing.said[0]!);
    const writes = asked.filter((operation) => operation.writes && !operation.lasting);
    for (const { summary } of asked) expect(rows).toContainEqual(ok(`${summary}: right`));
    for (const { summary } of writes)
      expect(rows).toContainEqual(ok(`${summary}: the same again under one Idempotency-Key`));
    expect(writes.length).toBeGreaterThan(1);
  });

  test('skips what no number is given for', async () => {
    const run = recordingIo();
    expect(await smoke(run, { url: service.url, key: demoKey, json: true }, some)).toBe(true);
    const rows: { check: string; outcome: string; expected: string }[] = JSON.parse(run.said[0]!);
    const skipped = rows.filter(({ outcome, check }) => outcome === 'skipped' && check.endsWith(': right'));
    const numbered = some.filter(({ cases }) => Object.keys(cases.parameters).length > 0);
    expect(skipped).toHaveLength(numbered.length);
    expect(skipped.map(({ expected }) => expected)).toContain('needs --competitor and --business');
  });

  test('fails with a key that is not known', async () => {
    const run = recordingIo();
    const unknown = 'a-key-that-no-one-ever-issued';
    expect(await smoke(run, { url: service.url, key: unknown, json: true, ...demo }, some)).toBe(false);
    const rows: { check: string; outcome: string }[] = JSON.parse(run.said[0]!);
    const failed = rows.filter(({ outcome }) => outcome === 'FAIL').map(({ check }) => check);
    expect(failed).toContain('Update business: right');
    expect(failed).not.toContain('an empty key');
  });

  test('fails where no one answers', async () => {
    const { status, stderr } = await runHere(['smoke', '--url', 'http://127.0.0.1:9', '--key', demoKey]);
    expect(status).toBe(5);
    expect(stderr).toContain('Nothing answers at http://127.0.0.1:9 (connect ECONNREFUSED 127.0.0.1:9).');
  });

  test('sees a flood throttled on a small plan', async () => {
    const run = recordingIo();
    const { secret } = await issue({ plan: 'trial' });
    clock.now += 1_000_000;
    // Time stands, so that the bucket would never fill while the other checks wait for it: only the flood is looked at.
    const ticking = setInterval(() => {
      clock.now += 2000;
    }, 20);
    await smoke(run, { url: service.url, key: secret, flood: 300, json: true }, some);
    clearInterval(ticking);
    const rows: { check: string; outcome: string; result: string }[] = JSON.parse(run.said[0]!);
    expect(rows.at(-1)).toMatchObject({ check: '300 requests at once', outcome: 'ok' });
  });
});
