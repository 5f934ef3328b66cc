/** Keys of a deployed stage: their metering keys in API Gateway, and runs that fail at every step. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findApiKey, keyHash } from '../../../lib/partners/repository/api-key.ts';
import { meteringKeyItem } from '../../../lib/partners/repository/metering-key.ts';
import { type IssuedKey, issueKey } from '../../../tools/admin/keys-issue.ts';
import { setPlan } from '../../../tools/admin/plan-set.ts';
import { apiKeysOfPartner } from '../../../tools/admin/store/api-keys.ts';
import { findMeteringKey } from '../../../tools/admin/store/metering-keys.ts';
import { openTarget, type Target } from '../../../tools/admin/target.ts';
import { type Deployed, deploy } from './deployed.ts';
import { runHere } from './in-process.ts';
import { recordingIo } from './recording-io.ts';

let deployed: Deployed;
let target: Target;
beforeAll(async () => {
  deployed = await deploy();
});
afterAll(() => deployed.close());

let partners = 0;
let partner = '';
beforeEach(async () => {
  partner = `partner-${++partners}`;
  target = await openTarget({ stage: 'prod' });
  deployed.aws.calls.length = 0;
  return () => target.close();
});

const issue = (options: Partial<Parameters<typeof issueKey>[2]> = {}) =>
  issueKey(target, recordingIo(), { partner, partnerName: 'Partner', plan: 'standard', ...options });
const keysNamed = (name: string) => [...deployed.aws.keys.values()].filter((key) => key.name === name);
const nameOf = (plan = 'standard') => `PartnerListingApi_${partner}_${plan}`;
const ofPlan = (plan = 'standard') => deployed.aws.plans.get(`plan-${plan}`)!.keys;

/** All that must be so once a key has been issued: one key in API Gateway, in its plan, recorded, and used by the key. */
const expectWhole = async ({ secret }: IssuedKey, plan = 'standard') => {
  const [key, ...others] = keysNamed(nameOf(plan));
  expect(others).toEqual([]);
  expect(ofPlan(plan)).toContain(key!.id);
  expect(await findMeteringKey(deployed.table, partner, plan)).toMatchObject({
    value: key!.value,
    apiKeyId: key!.id,
    usagePlanId: `plan-${plan}`,
  });
  expect(await findApiKey(deployed.table, keyHash(secret))).toMatchObject({ plan, meteringKey: key!.value });
};

test('makes the metering key on first need, and shows its value nowhere', async () => {
  const io = recordingIo();
  const issued = await issueKey(target, io, { partner, partnerName: 'Partner', plan: 'standard' });
  await expectWhole(issued);
  const { value, customerId, enabled } = keysNamed(nameOf())[0]!;
  expect({ customerId, enabled }).toEqual({ customerId: partner, enabled: true });
  expect(value).toMatch(/^[0-9a-f]{64}$/);
  expect(io.text()).not.toContain(value);
  await expectWhole(await issue());
  expect(deployed.aws.calls.filter((call) => call === 'CreateApiKey')).toHaveLength(1);
});

describe('a run that fails is finished by the next one', () => {
  const steps: [call: string, afterwards: boolean][] = [
    ['PutItem', false],
    ['GetApiKeys', false],
    ['CreateApiKey', false],
    ['CreateApiKey', true],
    ['CreateUsagePlanKey', false],
    ['CreateUsagePlanKey', true],
  ];
  test.each(steps)('%s, done before it failed: %s', async (call, afterwards) => {
    deployed.aws.fail(call, { status: 403, error: 'AccessDeniedException', afterwards });
    await expect(issue()).rejects.toThrow('AccessDeniedException');
    expect(await apiKeysOfPartner(deployed.table, partner)).toEqual([]);
    await expectWhole(await issue());
    expect(await apiKeysOfPartner(deployed.table, partner)).toHaveLength(1);
  });

  test.each([
    ['the metering key', 'PutItem'],
    // Together with a look at its partner.
    ["the partner's key", 'TransactWriteItems'],
  ])('the write of %s', async (what, call) => {
    // The partner is there, so that the next write is the one that fails.
    await issue({ plan: 'trial' });
    if (what !== 'the metering key') await target.meteringKeys(partner, 'standard');
    deployed.aws.fail(call);
    await expect(issue()).rejects.toThrow('AccessDeniedException');
    expect((await apiKeysOfPartner(deployed.table, partner)).map(({ plan }) => plan)).toEqual(['trial']);
    await expectWhole(await issue());
  });

  test('an answer of the table that is lost is asked for again, and one key is stored', async () => {
    await issue({ plan: 'trial' });
    await target.meteringKeys(partner, 'standard');
    // The client tries three times by itself; the command goes on where these do not do.
    deployed.aws.fail('TransactWriteItems', { status: 500, error: 'InternalServerError', afterwards: true });
    await expectWhole(await issue());
    expect(await apiKeysOfPartner(deployed.table, partner)).toHaveLength(2);
  });

  test('also when the process ends in between', async () => {
    deployed.aws.fail('CreateUsagePlanKey');
    const args = ['keys', 'issue', '--partner', partner, '--partner-name', 'CLI', '--plan', 'standard', '--json'];
    const failed = await runHere(args);
    expect(failed.status).toBe(3);
    expect(JSON.parse(failed.stdout)).toMatchObject({ error: expect.stringContaining('AWS denies') });
    expect(failed.stderr).toContain('AWS denies this to your credentials');
    const { status, stdout } = await runHere(args);
    expect(status).toBe(0);
    await expectWhole(JSON.parse(stdout));
  });
});

describe('what is found is set right', () => {
  test('a key that is recorded but gone from its plan', async () => {
    await issue();
    ofPlan().clear();
    target.close();
    target = await openTarget({ stage: 'prod' });
    await expectWhole(await issue());
  });

  test('a key that is recorded but gone from API Gateway keeps its value', async () => {
    const first = await issue();
    const { value, apiKeyId } = (await findMeteringKey(deployed.table, partner, 'standard'))!;
    deployed.aws.keys.delete(apiKeyId);
    ofPlan().delete(apiKeyId);
    target.close();
    target = await openTarget({ stage: 'prod' });
    await expectWhole(await issue());
    await expectWhole(first);
    expect(keysNamed(nameOf())[0]!.value).toBe(value);
  });

  test('a key of a release that did not note its plan gets it', async () => {
    await issue();
    const { usagePlanId: _, ...without } = (await findMeteringKey(deployed.table, partner, 'standard'))!;
    await deployed.table.put({ Item: meteringKeyItem(without) });
    target.close();
    target = await openTarget({ stage: 'prod' });
    await expectWhole(await issue());
  });

  test('of two keys of one name the older is taken', async () => {
    const twin = { name: nameOf(), enabled: true, customerId: partner };
    deployed.aws.keys.set('younger', { ...twin, id: 'younger', value: 'b'.repeat(30), createdDate: 200 });
    deployed.aws.keys.set('older', { ...twin, id: 'older', value: 'a'.repeat(30), createdDate: 100 });
    await issue();
    expect(await findMeteringKey(deployed.table, partner, 'standard')).toMatchObject({ apiKeyId: 'older' });
  });

  test('a key whose name only begins alike is another', async () => {
    const other = {
      id: 'other',
      name: `${nameOf()}-more`,
      value: 'c'.repeat(30),
      enabled: true,
      customerId: 'x',
      createdDate: 1,
    };
    deployed.aws.keys.set('other', other);
    await expectWhole(await issue());
  });

  test('a key that another run recorded meanwhile stands, and ours is removed', async () => {
    const others = await Promise.all([openTarget({ stage: 'prod' }), openTarget({ stage: 'prod' })]);
    await issue({ plan: 'trial' });
    const values = await Promise.all(others.map(({ meteringKeys }) => meteringKeys(partner, 'standard')));
    expect(values[0]).toBe(values[1]);
    expect(keysNamed(nameOf())).toHaveLength(1);
    for (const other of others) other.close();
  });
});

test('a disabled key, a key of another plan and a plan that is not deployed are reported', async () => {
  await issue();
  const [key] = keysNamed(nameOf());
  key!.enabled = false;
  target.close();
  target = await openTarget({ stage: 'prod' });
  await expect(issue()).rejects.toThrow('is disabled');
  key!.enabled = true;
  ofPlan().delete(key!.id);
  ofPlan('trial').add(key!.id);
  await expect(issue()).rejects.toThrow('in another usage plan of this stage');
  await expect(issue({ plan: 'gold' })).rejects.toThrow('Usage plan gold does not exist at stage prod');
});

test('plan set makes the metering key of the other plan', async () => {
  const issued = await issue();
  await setPlan(target, recordingIo(), { partner, plan: 'enterprise' });
  await expectWhole(issued, 'enterprise');
});

test('a stage that is not deployed is reported, with its Region', async () => {
  await expect(openTarget({ stage: 'dev' })).rejects.toThrow('no stack PartnerListingApi-dev in us-east-1');
});
