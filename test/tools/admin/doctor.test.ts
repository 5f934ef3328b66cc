/** doctor on a stage that is deployed, as far as a fake AWS goes, and on this machine. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { MeteringKey } from '../../../lib/partners/repository/metering-key.ts';
import { doctor } from '../../../tools/admin/doctor.ts';
import { type Service, startService } from '../../../tools/local/service.ts';
import { itemsOf } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { noted } from '../../support/roles/record.ts';
import { world } from '../../support/world.ts';
import { type Deployed, deploy } from './deployed.ts';
import { healthyParts } from './fake-watched.ts';
import { runHere } from './in-process.ts';
import { type RecordingIo, recordingIo } from './recording-io.ts';

let deployed: Deployed;
let service: Service;
let io: RecordingIo;
let healthy: string;
beforeAll(async () => {
  deployed = await deploy();
  await load(deployed.table, world);
  // What a load into a stage would have made in API Gateway.
  const meteringKeys = (await itemsOf(deployed.table)).filter(({ type }) => type === 'meteringKey');
  for (const { partnerId, plan, value, apiKeyId: id } of meteringKeys as unknown as MeteringKey[]) {
    const name = `PartnerListingApi_${partnerId}_${plan}`;
    deployed.aws.keys.set(id, { id, name, value, enabled: true, customerId: partnerId, createdDate: 0 });
    deployed.aws.plans.get(`plan-${plan}`)!.keys.add(id);
  }
  expect(deployed.aws.keys.size).toBeGreaterThan(1);
  process.env.DYNAMODB_ENDPOINT = inject('endpoint');
  service = await startService({
    ...noted,
    assemblyDirectory: inject('assemblyDirectory'),
    port: 0,
    tableName: deployed.table.name,
    load: async () => {},
    requestsOnly: true,
  });
  delete process.env.DYNAMODB_ENDPOINT;
  const { outputs } = stack();
  outputs.Url = `${service.url}/prod/`;
  healthy = JSON.stringify(outputs);
});
afterAll(async () => {
  await service.close();
  await deployed.close();
});
beforeEach(() => {
  io = recordingIo();
  const { own, nested } = healthyParts(deployed.aws.watched);
  const outputs = { ...JSON.parse(healthy), AlarmTopicArn: 'arn:page', TicketTopicArn: 'arn:ticket' };
  deployed.aws.stacks.set('PartnerListingApi', { status: 'UPDATE_COMPLETE', outputs, resources: own });
  deployed.aws.stacks.set('nested', { status: 'UPDATE_COMPLETE', outputs: {}, resources: nested });
  deployed.aws.stream.specification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' };
  deployed.aws.plans.get('plan-trial')!.stages = ['prod'];
  deployed.aws.backups.status = 'ENABLED';
});

const stack = () => deployed.aws.stacks.get('PartnerListingApi')!;
const examine = async (options: Partial<Parameters<typeof doctor>[1]> = {}) => {
  const ok = await doctor(io, { stage: 'prod', json: true, ...options });
  const findings: { check: string; ok: boolean; found: string; remedy?: string }[] = JSON.parse(io.said[0]!);
  return { ok, findings, bad: findings.filter((finding) => !finding.ok) };
};

describe('doctor on a deployed stage', () => {
  test('finds all well', async () => {
    const { ok, findings, bad } = await examine();
    expect(bad).toEqual([]);
    expect(ok).toBe(true);
    expect(findings.map(({ check }) => check)).toEqual([
      'credentials',
      'stack',
      'protection',
      'table',
      'indexes',
      'time to live',
      'stream',
      'backups',
      'metering keys',
      'event mappings',
      'queues',
      'alarms',
      'subscribers of alarms',
      'usage plan trial',
      'usage plan standard',
      'usage plan enterprise',
      'request without a key',
    ]);
    expect(findings[0]!.found).toContain('account 123456789012 in us-east-1');
  });

  /** By the check that finds them. Each look reads all metering keys: faults that do not hide one another are looked for together. */
  const faults: Record<string, Readonly<Record<string, readonly [spoil: () => unknown, remedy: RegExp]>>> = {
    'no rights, a stack that rolled back, no backups, spoiled plans, an API that does not answer': {
      credentials: [
        () => deployed.aws.fail('GetCallerIdentity', { status: 403, error: 'ExpiredToken' }),
        /Sign in again/,
      ],
      stack: [() => Object.assign(stack(), { status: 'ROLLBACK_COMPLETE' }), /events of the stack/],
      backups: [() => Object.assign(deployed.aws.backups, { status: 'DISABLED' }), /enables it/],
      'usage plan trial': [
        () => Object.assign(deployed.aws.plans.get('plan-trial')!, { stages: ['dev'] }),
        /Add the stage/,
      ],
      'usage plan standard': [() => delete stack().outputs.UsagePlanStandard, /Deploy again/],
      'usage plan enterprise': [
        () => Object.assign(stack().outputs, { UsagePlanEnterprise: 'no-such-plan' }),
        /Usage Plan/,
      ],
      'request without a key': [
        () => Object.assign(stack().outputs, { Url: 'http://127.0.0.1:9/prod' }),
        /Check the address/,
      ],
    },
    'consumers that are dead, and no one who hears of it': {
      stream: [() => Object.assign(deployed.aws.stream, { specification: undefined }), /Deploy again/],
      'event mappings': [
        () => Object.assign(deployed.aws.watched.mappings.get('uuid-queue')!, { State: 'Disabled' }),
        /update-event-source-mapping --enabled --uuid uuid-queue/,
      ],
      queues: [() => deployed.aws.watched.queues.set('GivenUp', 1), /undelivered events/],
      alarms: [
        () => Object.assign(deployed.aws.watched.alarms.get('ServerErrors')!, { state: 'ALARM' }),
        /watching.md/,
      ],
      'subscribers of alarms': [
        () => deployed.aws.watched.subscribers.set('arn:ticket', ['PendingConfirmation']),
        /notified of tickets/,
      ],
    },
    'a mapping that is gone, alarms that someone has silenced': {
      'event mappings': [() => deployed.aws.watched.mappings.delete('uuid-stream'), /a mapping that is gone/],
      alarms: [
        () => Object.assign(deployed.aws.watched.alarms.get('ServerErrors')!, { isSilenced: true }),
        /enable-alarm-actions --alarm-names ServerErrors/,
      ],
    },
    'a table that is gone, something else in the place of the API': {
      table: [() => Object.assign(stack().outputs, { TableName: 'gone-with-the-wind' }), /Deploy again/],
      'request without a key': [
        () => Object.assign(stack().outputs, { Url: `${deployed.aws.url}/` }),
        /401 with code 1167/,
      ],
    },
  };
  /** What is wrong with them: the metering keys of a plan that is gone, all of a table. */
  const follow = ['metering keys', 'protection', 'indexes', 'time to live', 'stream', 'backups'];

  test.each(Object.entries(faults))('%s: each is found, with its remedy, and no other', async (_, rows) => {
    for (const [spoil] of Object.values(rows)) spoil();
    const { ok, bad } = await examine();
    expect(ok).toBe(false);
    for (const [name, [, remedy]] of Object.entries(rows))
      expect(bad.find(({ check }) => check === name)?.remedy, name).toMatch(remedy);
    expect(bad.map(({ check }) => check).filter((check) => !(check in rows || follow.includes(check)))).toEqual([]);
  });

  test('a stage that is not deployed is one finding', async () => {
    const { bad, findings } = await examine({ stage: 'dev' });
    expect(findings.map(({ check }) => check)).toEqual(['credentials', 'stack']);
    expect(bad[0]!.remedy).toContain('npx cdk deploy -c stage=dev');
  });

  test('ends with a status that says so', async () => {
    expect(await runHere(['doctor'])).toMatchObject({ status: 0, stdout: expect.stringContaining('All is well.') });
    deployed.aws.backups.status = 'DISABLED';
    const { status, stdout } = await runHere(['doctor']);
    expect(status).toBe(1);
    expect(stdout).toContain('FAIL  backups: point-in-time recovery is DISABLED');
    expect(stdout).toContain('1 of 17 checks failed.');
  });
});

describe('doctor on this machine', () => {
  test('looks at the engine, the table and the API', async () => {
    const options = { endpoint: inject('endpoint'), table: deployed.table.name, url: service.url };
    const { ok, findings } = await examine(options);
    expect(ok).toBe(true);
    expect(findings.map(({ check }) => check)).toEqual([
      'engine',
      'table',
      'indexes',
      'usage plans',
      'request without a key',
    ]);
  });

  test('says what is missing', async () => {
    const { bad } = await examine({ endpoint: inject('endpoint'), table: 'there-is-none' });
    expect(bad.map(({ check }) => check)).toEqual(['table', 'indexes']);
    expect(bad[0]!.remedy).toContain('npm start');
  });

  test('says that there is no engine', async () => {
    const { bad } = await examine({ endpoint: 'http://127.0.0.1:9' });
    expect(bad[0]).toMatchObject({ check: 'engine', remedy: expect.stringContaining('Start an engine') });
  });
});
