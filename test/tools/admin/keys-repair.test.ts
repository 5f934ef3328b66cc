/** What API Gateway has of partners' metering keys, spoiled in every way: who says so, what fixes it, and that secrets stay. */
import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findApiKey, keyHash } from '../../../lib/partners/repository/api-key.ts';
import { meteringKeyKey } from '../../../lib/partners/repository/metering-key.ts';
import { doctor } from '../../../tools/admin/doctor.ts';
import { explainKeys } from '../../../tools/admin/keys-explain.ts';
import { type IssuedKey, issueKey } from '../../../tools/admin/keys-issue.ts';
import { listIssuedKeys } from '../../../tools/admin/keys-list.ts';
import { repairKeys } from '../../../tools/admin/keys-repair.ts';
import { revokeKey } from '../../../tools/admin/keys-revoke.ts';
import { changeApiKey } from '../../../tools/admin/store/api-keys.ts';
import { openTarget, type Target } from '../../../tools/admin/target.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { type Deployed, deploy } from './deployed.ts';
import { recordingIo } from './recording-io.ts';

let deployed: Deployed;
let target: Target;
let partner = '';
let issued: IssuedKey;
let partners = 0;
beforeAll(async () => {
  deployed = await deploy();
});
afterAll(() => deployed.close());
beforeEach(async () => {
  for (const [id, plan] of deployed.aws.plans) deployed.aws.plans.set(id, { stages: ['prod'], keys: plan.keys });
  partner = `repair-${++partners}`;
  target = await openTarget({ stage: 'prod' });
  issued = await issueKey(target, recordingIo(), { partner, partnerName: 'Partner', plan: 'standard' });
  // What an operator types later is another process, which remembers nothing of this one.
  target.close();
  target = await openTarget({ stage: 'prod' });
  return () => target.close();
});

const gatewayKey = () =>
  [...deployed.aws.keys.values()].find(({ name }) => name === `PartnerListingApi_${partner}_standard`)!;
const lose = ({ client, name }: OpenTable, plan: string, partnerId: string) => {
  const { pk, sk } = meteringKeyKey(partnerId, plan);
  return client.send(new DeleteItemCommand({ TableName: name, Key: { pk: { S: pk }, sk: { S: sk } } }));
};
const plan = (name: string) => deployed.aws.plans.get(`plan-${name}`)!;

const list = async () => {
  const io = recordingIo();
  await listIssuedKeys(target, io, { partner, json: true });
  return JSON.parse(io.said[0]!)[0];
};
const listed = async () => {
  const io = recordingIo();
  await listIssuedKeys(target, io, { partner });
  return io.logged.join();
};
const explained = async () => (await explainKeys(target, recordingIo(), { partner, json: true }))[0]!;
const repair = async (options: Partial<Parameters<typeof repairKeys>[2]> = {}) => {
  const io = recordingIo();
  return { ok: await repairKeys(target, io, { partner, ...options }), text: io.text() };
};
const examined = async () => {
  const io = recordingIo();
  await doctor(io, { stage: 'prod', json: true });
  return JSON.parse(io.said[0]!).find(({ check }: { check: string }) => check === 'metering keys');
};

describe('A key that is metered as it must be', () => {
  test('is said to be, and would be answered', async () => {
    const row = await list();
    expect([row.state, row.metering]).toEqual(['usable', 'metered']);
    expect(await listed()).not.toContain('keys repair');
    expect(await explained()).toEqual({
      key: issued.id,
      plan: 'standard',
      status: 200,
      why: 'it is usable, and its metering key is in its plan',
    });
    expect(await repair()).toEqual({ ok: true, text: '1 usable key, 0 wrong, 0 repaired.' });
  });

  test('is looked at by few calls, however many keys a partner has', async () => {
    await issueKey(target, recordingIo(), { partner, plan: 'standard' });
    deployed.aws.calls.length = 0;
    await listIssuedKeys(target, recordingIo(), { partner });
    expect(deployed.aws.calls.filter((call) => /ApiKey|UsagePlan/.test(call)).sort()).toEqual(
      ['GetApiKeys', ...Array(3).fill('GetUsagePlan'), ...Array(3).fill('GetUsagePlanKeys')].sort(),
    );
  });
});

describe('What is wrong', () => {
  /** How it comes, what it is called, and whether the partner is refused. */
  const faults: [string, () => unknown, string, boolean][] = [
    ['taken out of its plan', () => plan('standard').keys.delete(gatewayKey().id), 'not in plan', true],
    [
      'put into another plan',
      () => {
        plan('standard').keys.delete(gatewayKey().id);
        plan('trial').keys.add(gatewayKey().id);
      },
      'not in plan',
      true,
    ],
    [
      'deleted in API Gateway',
      () => {
        plan('standard').keys.delete(gatewayKey().id);
        deployed.aws.keys.delete(gatewayKey().id);
      },
      'missing',
      true,
    ],
    [
      'deleted and made again by hand, with another value',
      () => {
        const { id, ...key } = gatewayKey();
        deployed.aws.keys.delete(id);
        plan('standard').keys.delete(id);
        deployed.aws.keys.set('by-hand', { ...key, id: 'by-hand', value: 'f'.repeat(64) });
      },
      'missing',
      true,
    ],
    ['lost from the table', () => lose(deployed.table, 'standard', partner), 'unrecorded', false],
    [
      'lost from both',
      async () => {
        await lose(deployed.table, 'standard', partner);
        plan('standard').keys.delete(gatewayKey().id);
        deployed.aws.keys.delete(gatewayKey().id);
      },
      'missing',
      true,
    ],
    [
      'another one than the key names',
      () =>
        changeApiKey(
          deployed.table,
          { sha256: keyHash(issued.secret), partnerId: partner },
          { meteringKey: 'e'.repeat(64) },
        ),
      'missing',
      true,
    ],
  ];

  test.each(faults)(
    '%s: it is listed, explained and repaired, under the same secret',
    async (_, spoil, state, isRefused) => {
      await spoil();
      const row = await list();
      expect([row.state, row.metering]).toEqual(['usable', state]);
      expect(await listed()).toContain('keys repair');
      expect(await explained()).toMatchObject({
        ...(isRefused ? { status: 401, code: 1161 } : { status: 200 }),
        remedy: 'npm run admin -- keys repair',
      });

      const before = structuredClone([...deployed.aws.keys]);
      expect(await repair({ dryRun: true })).toMatchObject({ ok: !isRefused });
      expect([...deployed.aws.keys]).toEqual(before);

      const { ok, text } = await repair();
      expect(ok).toBe(true);
      expect(text).toContain('1 usable key, 1 wrong, 1 repaired');
      expect((await list()).metering).toBe('metered');
      expect(await explained()).toMatchObject({ status: 200 });
      const stored = (await findApiKey(deployed.table, keyHash(issued.secret)))!;
      const metering = [...deployed.aws.keys.values()].find(({ value }) => value === stored.meteringKey)!;
      expect(plan('standard').keys).toContain(metering.id);
      expect(plan('trial').keys).not.toContain(metering.id);
      expect(text).not.toContain(metering.value);
      expect(await repair()).toMatchObject({ ok: true, text: '1 usable key, 0 wrong, 0 repaired.' });
    },
  );

  test('disabled: left as it is, unless that is asked for', async () => {
    gatewayKey().enabled = false;
    expect(await explained()).toMatchObject({ status: 401, code: 1161, why: expect.stringContaining('is disabled') });
    expect(await repair()).toMatchObject({ ok: false });
    expect(gatewayKey().enabled).toBe(false);
    expect(await repair({ enable: true })).toMatchObject({ ok: true });
    expect(gatewayKey().enabled).toBe(true);
    expect(await explained()).toMatchObject({ status: 200 });
  });

  test('a plan that is gone, or off its stage, is for a deploy to fix', async () => {
    plan('standard').stages = ['dev'];
    expect(await explained()).toMatchObject({
      status: 401,
      why: expect.stringContaining('does not contain the stage'),
    });
    expect(await repair()).toMatchObject({ ok: false, text: expect.stringContaining('deploy again') });
    plan('standard').stages = ['prod'];
    const { outputs } = deployed.aws.stacks.get('PartnerListingApi')!;
    const { UsagePlanStandard: id } = outputs;
    delete outputs.UsagePlanStandard;
    target.close();
    target = await openTarget({ stage: 'prod' });
    expect(await explained()).toMatchObject({ status: 401, why: expect.stringContaining('has no plan') });
    expect(await repair()).toMatchObject({ ok: false, text: expect.stringContaining('plan set') });
    outputs.UsagePlanStandard = id!;
  });

  test('doctor names who is refused by it, and no one whose key is revoked', async () => {
    plan('standard').keys.delete(gatewayKey().id);
    await revokeKey(target, recordingIo(), { key: issued.id, partner });
    expect(await list()).toMatchObject({ state: 'revoked', metering: '' });
    partner = `${partner}-usable`;
    await issueKey(target, recordingIo(), { partner, partnerName: 'Partner', plan: 'standard' });
    plan('standard').keys.delete(gatewayKey().id);
    expect(await examined()).toMatchObject({
      ok: false,
      found: expect.stringMatching(`^1 of \\d+ are wrong: ${partner} on standard \\(not in plan\\)$`),
      remedy: expect.stringContaining('keys repair'),
    });
  });

  test('a repair that is cut off is finished by the next', async () => {
    plan('standard').keys.delete(gatewayKey().id);
    deployed.aws.keys.delete(gatewayKey().id);
    deployed.aws.fail('CreateUsagePlanKey');
    await expect(repair()).rejects.toThrow('AccessDeniedException');
    expect(await repair()).toMatchObject({ ok: true });
    expect([...deployed.aws.keys.values()].filter(({ name }) => name.includes(`_${partner}_`))).toHaveLength(1);
  });
});

describe('keys explain', () => {
  test('says of each key why it is refused', async () => {
    const gone = await issueKey(target, recordingIo(), { partner, plan: 'trial', expires: 1 });
    await revokeKey(target, recordingIo(), { key: issued.id, partner });
    const outcomes = await explainKeys(target, recordingIo(Date.now() + 1000), { partner });
    const byKey = Object.fromEntries(outcomes.map((outcome) => [outcome.key, outcome]));
    expect(byKey[issued.id]).toMatchObject({ status: 401, code: 1161, why: 'it was revoked' });
    expect(byKey[gone.id]).toMatchObject({ status: 401, code: 1161, why: expect.stringMatching(/^it expired at 20/) });
  });

  test('says that the quota is used up, or what is left of it', async () => {
    const { id } = gatewayKey();
    Object.assign(plan('standard'), { quota: { limit: 1000, period: 'MONTH' }, left: { [id]: 7 } });
    expect((await explained()).why).toContain('7 of 1000 requests a month are left');
    plan('standard').left![id] = 0;
    expect(await explained()).toMatchObject({
      status: 429,
      code: 89,
      why: expect.stringContaining('used up until 20'),
    });
    // Nothing was counted yet.
    plan('standard').left = {};
    expect((await explained()).why).toContain('1000 of 1000 requests a month are left');
  });

  test('prints a line for each, with what fixes it', async () => {
    const io = recordingIo();
    plan('standard').keys.delete(gatewayKey().id);
    await explainKeys(target, io, { partner });
    expect(io.said).toEqual([
      `${issued.id} on plan standard: 401 with code 1161, as it is usable, but its metering key is not in its plan.\n    npm run admin -- keys repair`,
    ]);
  });

  test('knows neither a partner nor a key that is not there', async () => {
    await expect(explainKeys(target, recordingIo(), { partner: 'unknown' })).rejects.toThrow(
      'Partner unknown does not exist',
    );
    await expect(explainKeys(target, recordingIo(), { partner, key: 'f'.repeat(64) })).rejects.toThrow('has no key');
    await expect(repairKeys(target, recordingIo(), { partner: 'unknown' })).rejects.toThrow(
      'Partner unknown does not exist',
    );
  });
});

test('on this machine the table is the register', async () => {
  const local = await openTarget({ stage: 'prod', endpoint: deployed.aws.url, table: deployed.table.name });
  try {
    const own = `local-${partners}`;
    const { id } = await issueKey(local, recordingIo(), { partner: own, partnerName: 'Own', plan: 'trial' });
    expect(await explainKeys(local, recordingIo(), { partner: own })).toMatchObject([{ key: id, status: 200 }]);
    await lose(local.table, 'trial', own);
    expect(await explainKeys(local, recordingIo(), { partner: own })).toMatchObject([{ status: 401 }]);
    expect(await repairKeys(local, recordingIo(), { partner: own })).toBe(true);
    expect(await explainKeys(local, recordingIo(), { partner: own })).toMatchObject([{ status: 200 }]);
  } finally {
    local.close();
  }
});
