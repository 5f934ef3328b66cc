/** preflight in accounts that are ready, and in ones that are not, as far as a fake AWS goes. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CreateTableCommand, DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { planOutput } from '../../../cdk/stack/stack-names.ts';
import cdkJson from '../../../cdk.json' with { type: 'json' };
import { operations } from '../../../lib/operations.ts';
import { preflight } from '../../../tools/admin/preflight.ts';
import { bootstrapVersion } from '../../../tools/admin/preflight-stack.ts';
import { createProgram } from '../../../tools/admin/program.ts';
import { type Deployed, deploy } from './deployed.ts';
import { recordingIo } from './recording-io.ts';

const STACK = 'PartnerListingApi';
const certificateArn = 'arn:aws:acm:us-east-1:111122223333:certificate/0a1b2c3d-0000-4000-8000-000000000000';

let deployed: Deployed;
let aws: Deployed['aws'];
beforeAll(async () => {
  deployed = await deploy();
  aws = deployed.aws;
});
afterAll(() => deployed.close());
beforeEach(() => {
  // An account that is ready, without the stage.
  aws.stacks.clear();
  aws.stacks.set('CDKToolkit', { status: 'UPDATE_COMPLETE', outputs: { BootstrapVersion: '25' } });
  aws.deleted.length = 0;
  Object.assign(aws.account, { logRole: 'arn:aws:iam::1:role/logs', apis: 1 });
  aws.account.domains.length = 0;
  Object.assign(aws.roles, { used: 20, quota: 1000 });
  Object.assign(aws.concurrency, { all: 1000, unreserved: 1000 });
  aws.calls.length = 0;
});

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly found: string;
  readonly remedy?: string;
}

const look = async (context: Record<string, string> = {}, stage = 'prod') => {
  const io = recordingIo();
  const ok = await preflight(io, { stage, context, json: true });
  const findings: Finding[] = JSON.parse(io.said[0]!);
  return { ok, findings, bad: findings.filter((finding) => finding.remedy !== undefined) };
};
const stack = (status: string, isProtected = false) => aws.stacks.set(STACK, { status, outputs: {}, isProtected });

describe('preflight', () => {
  test('finds an account ready that has no stack yet', async () => {
    const { ok, findings, bad } = await look();
    expect(bad).toEqual([]);
    expect(ok).toBe(true);
    expect(findings.map(({ check }) => check)).toEqual([
      ...['credentials', 'stack', 'left over', 'bootstrap', 'CloudWatch role of API Gateway'],
      ...['REST APIs', 'paths of an API', 'usage plans', 'API keys', 'requests a second', 'units of a table'],
      ...['Lambda concurrency', 'IAM roles'],
    ]);
  });

  /** What is wrong, the check that finds it, its remedy, and whether a deploy may go ahead. */
  const faults: [string, () => unknown, string, RegExp, boolean][] = [
    ['a failed first deploy', () => stack('ROLLBACK_COMPLETE'), 'stack', /deletes it first/, true],
    [
      'one that is protected',
      () => stack('ROLLBACK_COMPLETE', true),
      'stack',
      /update-termination-protection --no-enable-termination-protection --stack-name PartnerListingApi$/,
      false,
    ],
    ['one that could not be rolled back', () => stack('ROLLBACK_FAILED'), 'stack', /deletes it first/, true],
    ['one left as it was', () => stack('CREATE_FAILED'), 'stack', /npx cdk destroy -c stage=prod/, false],
    ['a deletion that failed', () => stack('DELETE_FAILED'), 'stack', /delete-stack --stack-name/, false],
    ['a deploy under way', () => stack('UPDATE_IN_PROGRESS'), 'stack', /Wait/, false],
    ['a rollback that failed', () => stack('UPDATE_ROLLBACK_FAILED'), 'stack', /npx cdk rollback -c stage=prod/, false],
    [
      'a protection that cdk.json does not know',
      () => stack('UPDATE_COMPLETE', true),
      'stack',
      /npm run admin -- protect --stage prod/,
      false,
    ],
    [
      'an earlier stack',
      () => aws.deleted.push({ name: STACK, kept: [['AWS::S3::Bucket', 'old-media']] }),
      'left over',
      /docs\/recovery\.md/,
      true,
    ],
    ['no bootstrap', () => aws.stacks.delete('CDKToolkit'), 'bootstrap', /npx cdk bootstrap/, false],
    [
      'an old bootstrap',
      () => aws.stacks.set('CDKToolkit', { status: 'UPDATE_COMPLETE', outputs: { BootstrapVersion: '7' } }),
      'bootstrap',
      /npx cdk bootstrap/,
      false,
    ],
    [
      'a bootstrap that failed',
      () => aws.stacks.set('CDKToolkit', { status: 'ROLLBACK_COMPLETE', outputs: { BootstrapVersion: '25' } }),
      'bootstrap',
      /npx cdk bootstrap/,
      false,
    ],
    [
      'no role for logs',
      () => Object.assign(aws.account, { logRole: '' }),
      'CloudWatch role of API Gateway',
      /-c accessLogs=false/,
      false,
    ],
    ['as many APIs as may be', () => Object.assign(aws.account, { apis: 600 }), 'REST APIs', /Ask AWS/, false],
    ['nearly as many', () => Object.assign(aws.account, { apis: 560 }), 'REST APIs', /Ask AWS/, true],
    ['too few roles', () => Object.assign(aws.roles, { used: 950 }), 'IAM roles', /Ask AWS/, false],
    [
      'a new account',
      () => Object.assign(aws.concurrency, { all: 10, unreserved: 10 }),
      'Lambda concurrency',
      /Ask AWS/,
      true,
    ],
  ];

  test('a reservation for which the account is too small', async () => {
    expect((await look({ authorizerConcurrency: '100' })).bad).toEqual([]);
    Object.assign(aws.concurrency, { all: 150, unreserved: 150 });
    const { ok, bad } = await look({ authorizerConcurrency: '100' });
    expect([ok, bad.map(({ check }) => check)]).toEqual([false, ['Lambda concurrency']]);
    // It may be this stage's own reservation of an earlier deploy.
    Object.assign(aws.concurrency, { all: 300, unreserved: 100 });
    expect(await look({ authorizerConcurrency: '100' })).toMatchObject({ ok: true });
    // The readers of the stream have theirs too.
    Object.assign(aws.concurrency, { all: 190, unreserved: 190 });
    expect(await look({ streamReadersAtOnce: '50' })).toMatchObject({ ok: false });
    expect(await look({ streamReadersAtOnce: '0' })).toMatchObject({ ok: true });
  });

  test('a stage that admits more than its account', async () => {
    const { ok, bad } = await look({ stageRateLimit: '20000' });
    expect(ok).toBe(true);
    const named = bad.map(({ check, found }) => `${check}: ${found}`).join('; ');
    expect(named).toContain('requests a second: the account admits 10000, the stage 20000');
    expect(named).toContain(
      'units of a table: the account admits 40000 read and 40000 write units a second, the stage 500000',
    );
    expect(named).toContain('the stage takes up to 2200');
  });

  test.each(faults)('%s', async (_, spoil, check, remedy, mayGoAhead) => {
    spoil();
    const { ok, bad } = await look();
    expect(bad.map((finding) => finding.check)).toEqual([check]);
    expect(bad[0]!.remedy).toMatch(remedy);
    expect(ok).toBe(mayGoAhead);
  });

  test('what the deploy of a stage adds, if its stack is complete: a role more for each function at most, for a while', async () => {
    Object.assign(aws.account, { apis: 600 });
    Object.assign(aws.roles, { used: 950 });
    expect((await look()).bad.map(({ check }) => check)).toEqual(['REST APIs', 'IAM roles']);
    stack('UPDATE_COMPLETE');
    const { ok, findings } = await look();
    expect(ok).toBe(true);
    const found = (name: string) => findings.find(({ check }) => check === name)?.found;
    expect(found('REST APIs')).toBe('600 of 600 are used');
    expect(found('IAM roles')).toBe(`950 of 1000 are used; the deploy adds up to ${operations.length + 1} for a while`);
    // A failed first deploy has left nothing.
    stack('ROLLBACK_COMPLETE');
    expect(await look()).toMatchObject({ ok: false });
  });

  test('the plans that a stage has are not counted twice', async () => {
    const plans = Object.keys(cdkJson.context.usagePlans);
    const used = async () => (await look()).findings.find(({ check }) => check === 'usage plans')?.found;
    expect(await used()).toContain(`; the deploy adds ${plans.length}`);
    const outputs = Object.fromEntries(plans.slice(1).map((plan) => [planOutput(plan), 'id']));
    aws.stacks.set(STACK, { status: 'UPDATE_COMPLETE', outputs });
    expect(await used()).toContain('; the deploy adds 1');
  });

  test('names the table of an earlier stack, and not the own one', async () => {
    const { client } = deployed.table;
    const TableName = `${STACK}-Table0A1B2C3D-${randomUUID()}`;
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      }),
    );
    try {
      expect((await look()).bad[0]!.found).toBe(`left over from an earlier ${STACK}: ${TableName}`);
      aws.stacks.set(STACK, { status: 'UPDATE_COMPLETE', outputs: { TableName } });
      expect((await look()).bad).toEqual([]);
    } finally {
      await client.send(new DeleteTableCommand({ TableName }));
    }
  });

  test('names what a stack that was deleted has kept', async () => {
    aws.deleted.push({ name: STACK, kept: [['AWS::DynamoDB::GlobalTable', `${STACK}-Table-old`]] });
    // What is not data stays unsaid, and so does another stack's.
    aws.deleted.push({ name: STACK, kept: [['AWS::Logs::LogGroup', 'logs']] });
    aws.deleted.push({ name: `${STACK}-dev`, kept: [['AWS::S3::Bucket', 'dev-media']] });
    expect((await look()).bad[0]!.found).toBe(`left over from an earlier ${STACK}: ${STACK}-Table-old`);
  });

  test('checks by the settings that the deploy will have', async () => {
    aws.account.logRole = '';
    expect((await look({ accessLogs: 'false' })).bad).toEqual([]);
    expect((await look({ accessLogs: 'false', executionLogs: 'true' })).bad).toHaveLength(1);
    await expect(look({ accessLogs: 'maybe' })).rejects.toMatchObject({
      message: expect.stringContaining('context.accessLogs must be true or false'),
      reason: 'usage',
    });
  });

  test('a first deploy of a stage that is protected already could not be rolled back', async () => {
    const { ok, bad } = await look({ protectedStages: 'staging,prod' });
    expect([ok, bad[0]!.check]).toEqual([false, 'stack']);
    expect(bad[0]!.remedy).toContain('Remove prod from protectedStages');
    expect((await look({ protectedStages: 'staging' })).ok).toBe(true);
    stack('UPDATE_COMPLETE', true);
    expect((await look({ protectedStages: 'prod' })).bad).toEqual([]);
  });

  test('a domain that someone else has', async () => {
    const context = { domainName: 'api.listings.example', certificateArn };
    expect((await look(context)).bad).toEqual([]);
    aws.account.domains.push('api.listings.example');
    expect((await look(context)).bad.map(({ check }) => check)).toEqual(['domain']);
    aws.stacks.set(STACK, { status: 'UPDATE_COMPLETE', outputs: { Url: 'https://api.listings.example/' } });
    expect((await look(context)).bad).toEqual([]);
  });

  test('a right that is missing is a finding, and the rest is looked at all the same', async () => {
    aws.fail('GetAccountSummary');
    const { ok, bad, findings } = await look();
    expect([ok, bad.map(({ check }) => check), findings.length]).toEqual([false, ['IAM roles'], 13]);
    expect(bad[0]!.remedy).toContain('AWS denies this to your credentials');
  });

  test('asks for no right that its page does not name', async () => {
    await look({ domainName: 'api.listings.example', certificateArn });
    const page = await readFile(join(import.meta.dirname, '../../../docs/operators.md'), 'utf8');
    const [, rights = ''] = /\| `preflight` \| (.*) \|\n/.exec(page) ?? [];
    const rest = {
      GetAccount: '/account',
      GetRestApis: '/restapis',
      GetUsagePlans: '/usageplans',
      GetApiKeys: '/apikeys',
    };
    const paths: Record<string, string> = { ...rest, GetDomainName: '/domainnames/*' };
    expect(new Set(aws.calls).size).toBe(12);
    for (const call of new Set(aws.calls)) expect(rights, call).toContain(`\`${paths[call] ?? call}\``);
  });

  test('asks of the bootstrap what the assembly does', async () => {
    const manifest = await readFile(join(inject('assemblyDirectory'), 'manifest.json'), 'utf8');
    const versions = [...manifest.matchAll(/"requiresBootstrapStackVersion": ?(\d+)/g)].map(([, version]) =>
      Number(version),
    );
    expect(Math.max(...versions)).toBe(bootstrapVersion);
  });

  test('is a command that ends with the one that comes next, or as failed', async () => {
    const run = async (...args: string[]) => {
      const io = recordingIo();
      let failed = false;
      const fail = () => {
        failed = true;
      };
      const program = createProgram({ io, fail }).exitOverride();
      for (const command of program.commands) command.exitOverride();
      await program.parseAsync(['node', 'admin', 'preflight', ...args]);
      return { failed, text: io.text() };
    };
    const ready = await run('--stage', 'dev', '-c', 'waf=count', '-c', 'recoveryDays=7');
    expect(ready.failed).toBe(false);
    expect(ready.text).toContain('Ready: npx cdk deploy -c stage=dev -c waf=count -c recoveryDays=7');
    expect(ready.text).toContain('ok    stack: PartnerListingApi-dev does not exist yet\n');
    Object.assign(aws.concurrency, { unreserved: 10 });
    aws.stacks.delete('CDKToolkit');
    const { failed, text } = await run();
    expect(failed).toBe(true);
    expect(text).toContain('FAIL  bootstrap: CDKToolkit does not exist\n      npx cdk bootstrap\n');
    expect(text).toContain('WARN  Lambda concurrency: 1000 concurrent executions, 10 of them unreserved');
    expect(text).toContain('1 of 13 checks failed.');
    await expect(run('-c', 'stage=dev')).rejects.toThrow('Pass the stage with --stage');
    await expect(run('-c', 'waf')).rejects.toThrow('Pass key=value');
  });
});
