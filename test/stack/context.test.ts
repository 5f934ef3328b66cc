/** What the context may say, and how it is refused. */
import { App } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../cdk/stack/context.ts';
import cdkJson from '../../cdk.json' with { type: 'json' };

const { usagePlans } = cdkJson.context;
const certificateArn = 'arn:aws:acm:eu-west-1:111122223333:certificate/0a1b2c3d';
const vault = 'arn:aws:backup:eu-central-1:444455556666:backup-vault:listings';
const stages = { prod: { account: '111122223333', region: 'eu-west-1' } };
const domain = { domainName: 'api.listings.example', certificateArn };

const read = (context: Record<string, unknown> = {}) =>
  readSettings(new App({ context: { ...cdkJson.context, ...context } }).node);

describe('The settings', () => {
  it('have defaults', () => {
    expect(read()).toEqual({
      stage: 'prod',
      isSandbox: false,
      retain: true,
      isProtected: false,
      usagePlans,
      throttle: { rateLimit: 1000, burstLimit: 2000 },
      table: { maxReadUnits: 25_000, maxWriteUnits: 25_000, recoveryDays: 35 },
      auditDays: 365,
      changeDays: 30,
      deliveriesAtOnce: 100,
      streamReadersAtOnce: 0,
      jobsAtOnce: 60,
      logRetention: 90,
      accessLogs: true,
      executionLogs: false,
      tracesCalls: false,
      // Twice 500 a second, for a minute, which is what the stage admits.
      firewall: { managedRules: 'count', requestsPerMinute: 60_000 },
      alarmEmails: [],
      ticketEmails: [],
    });
  });

  it.each([
    [{ stage: 'dev' }, { stage: 'dev', retain: false, logRetention: 7 }],
    [{ stage: 'dev-anna' }, { retain: false }],
    [{ protectedStages: 'prod' }, { streamReadersAtOnce: 50 }],
    [{ protectedStages: 'prod', streamReadersAtOnce: '0' }, { streamReadersAtOnce: 0 }],
    // What partners have bought is what the stage admits, and what its table takes.
    [
      { plansSold: { standard: 40, enterprise: 2 } },
      {
        throttle: { rateLimit: 3000, burstLimit: 6000 },
        table: { maxReadUnits: 75_000, maxWriteUnits: 75_000, recoveryDays: 35 },
      },
    ],
    [
      { plansSold: { trial: 3 }, stageBurstLimit: 7 },
      {
        throttle: { rateLimit: 6, burstLimit: 7 },
        table: { maxReadUnits: 25_000, maxWriteUnits: 25_000, recoveryDays: 35 },
      },
    ],
    [{ stages }, { place: stages.prod }],
    [{ stages, stage: 'dev' }, { place: undefined }],
    [{ auditDays: '0' }, { auditDays: 0 }],
    [{ changeDays: '90' }, { changeDays: 90 }],
    [{ requestPageUrl: 'https://ask.example/r' }, { requestPageUrl: 'https://ask.example/r' }],
    // Whoever loses a stage's data by its name alone would not have guessed it.
    [{ stage: 'staging' }, { retain: true, logRetention: 90 }],
    [{ stage: 'development' }, { retain: true }],
    [{ protectedStages: 'staging , prod' }, { isProtected: true, canary: { percent: 10, minutes: 10 } }],
    [{ canary: 'true', canaryPercent: '25', canaryMinutes: 30 }, { canary: { percent: 25, minutes: 30 } }],
    // Whoever fixes a stage at once need not take the numbers away.
    [{ protectedStages: 'prod', canary: false, canaryMinutes: 30 }, { canary: undefined }],
    [{ stage: 'prod-eu', protectedStages: 'prod,staging' }, { isProtected: false }],
    [
      { stage: 'dev', retain: 'true' },
      { retain: true, logRetention: 90 },
    ],
    [
      { stage: 'test', retain: false },
      { retain: false, logRetention: 7 },
    ],
    [{ logRetentionDays: '365' }, { logRetention: 365 }],
    [{ stageRateLimit: '50', stageBurstLimit: 60 }, { throttle: { rateLimit: 50, burstLimit: 60 } }],
    [
      { tableMaxReadUnits: '70', tableMaxWriteUnits: '80', recoveryDays: '9' },
      { table: { maxReadUnits: 70, maxWriteUnits: 80, recoveryDays: 9 } },
    ],
    [
      { stage: 'sandbox', sandbox: 'true' },
      { isSandbox: true, retain: true },
    ],
    [{ accessLogs: 'false' }, { accessLogs: false }],
    [{ executionLogs: 'true' }, { executionLogs: true }],
    [{ traceCalls: 'true' }, { tracesCalls: true }],
    [{ waf: 'off' }, { firewall: undefined }],
    [{ stage: 'dev' }, { firewall: undefined }],
    [{ stage: 'dev', waf: 'count' }, { firewall: { managedRules: 'count', requestsPerMinute: 60_000 } }],
    // No address needs more than the whole stage admits.
    [{ stageRateLimit: 50 }, { firewall: { managedRules: 'count', requestsPerMinute: 3000 } }],
    [{ stageRateLimit: 5000 }, { firewall: { managedRules: 'count', requestsPerMinute: 60_000 } }],
    [{ authorizerConcurrency: '100' }, { authorizerConcurrency: 100 }],
    [{ backupDays: '90' }, { backups: { days: 90 } }],
    [
      { backupDays: 90, backupLockAfterDays: '3', backupCopyTo: vault },
      { backups: { days: 90, lockAfterDays: 3, copyTo: vault } },
    ],
    [{ waf: 'block', wafRateLimit: '300' }, { firewall: { managedRules: 'block', requestsPerMinute: 300 } }],
    [
      { waf: 'block', usagePlans: { slow: { rateLimit: 0.01, burstLimit: 1 } } },
      { firewall: { managedRules: 'block', requestsPerMinute: 10 } },
    ],
    // Whoever has one address has it for all.
    [
      { alarmEmail: 'a@b.example, c@d.example,a@b.example' },
      { alarmEmails: ['a@b.example', 'c@d.example'], ticketEmails: ['a@b.example', 'c@d.example'] },
    ],
    [
      { alarmEmail: 'a@b.example', ticketEmail: 'c@d.example' },
      { alarmEmails: ['a@b.example'], ticketEmails: ['c@d.example'] },
    ],
    [domain, { domain }],
    [
      { ...domain, hostedZoneId: 'Z012', hostedZoneName: 'listings.example' },
      { domain: { ...domain, hostedZone: { hostedZoneId: 'Z012', zoneName: 'listings.example' } } },
    ],
  ])('read %j', (context, expected) => {
    const settings = read(context);
    for (const [key, value] of Object.entries(expected)) expect(settings[key as 'stage'], key).toEqual(value);
  });

  it.each([
    [{ stage: 'Über' }, 'stage must be a name that matches [a-z][a-z0-9-]{0,31}, not "Über"'],
    [{ stage: 5 }, 'stage must be a name'],
    [{ stage: 'try', sandbox: 1 }, 'sandbox must be true or false, not 1'],
    [{ sandbox: true }, 'sandbox needs a context.stage other than prod'],
    [{ stage: 'prod', sandbox: 'true' }, 'sandbox needs a context.stage other than prod'],
    [{ retain: 'yes' }, 'retain must be true or false, not "yes"'],
    [{ protectedStages: 'prod;staging' }, 'protectedStages must be names of stages with commas between'],
    [{ protectedStages: '' }, 'protectedStages must be'],
    [{ usagePlans: {} }, 'usagePlans must be an object of plans by name'],
    [{ stageRateLimit: '1e3' }, 'stageRateLimit must be a whole number from 1 to 1000000, not "1e3"'],
    [{ stageBurstLimit: 0 }, 'stageBurstLimit must be a whole number from 1'],
    [{ tableMaxReadUnits: -1 }, 'tableMaxReadUnits must be'],
    [{ tableMaxWriteUnits: 0.5 }, 'tableMaxWriteUnits must be'],
    [{ plansSold: { gold: 1 } }, 'plansSold.gold is no plan of context.usagePlans'],
    [{ plansSold: { trial: -1 } }, 'plansSold.trial must be a whole number from 0'],
    [{ streamReadersAtOnce: -1 }, 'streamReadersAtOnce must be a whole number from 0'],
    [
      { stages: { prod: { account: 111122223333, region: 'eu-west-1' } } },
      'stages.prod.account must be the twelve digits',
    ],
    [{ stages: { prod: { account: '111122223333' } } }, 'stages.prod.region must be a Region'],
    [{ stages: { Prod: stages.prod } }, 'stages.Prod must be a name'],
    [{ deliveriesAtOnce: 1 }, 'deliveriesAtOnce must be a whole number from 2 to 1000, not 1'],
    [{ recoveryDays: 36 }, 'recoveryDays must be a whole number from 1 to 35, not 36'],
    [{ backupDays: 0 }, 'backupDays must be a whole number from 1 to 36500, not 0'],
    [{ backupDays: 9, backupLockAfterDays: 2 }, 'backupLockAfterDays must be a whole number from 3'],
    [{ backupDays: 9, backupCopyTo: 'vault' }, 'backupCopyTo must be the ARN of a vault of AWS Backup'],
    [{ backupLockAfterDays: 3 }, 'backupLockAfterDays needs context.backupDays'],
    [{ backupCopyTo: vault }, 'backupCopyTo needs context.backupDays'],
    [{ logRetentionDays: 8 }, 'logRetentionDays must be one of 1, 3, 5, 7'],
    [{ accessLogs: 1 }, 'accessLogs must be true or false, not 1'],
    [{ executionLogs: '' }, 'executionLogs must be true or false'],
    [{ waf: 'true' }, 'waf must be off, count or block, not "true"'],
    [{ waf: 'off', wafRateLimit: 100 }, 'wafRateLimit needs context.waf: count or block'],
    [{ stage: 'dev', wafRateLimit: 100 }, 'wafRateLimit needs context.waf: count or block'],
    [{ authorizerConcurrency: 0 }, 'authorizerConcurrency must be a whole number from 1 to 10000, not 0'],
    [{ waf: 'block', wafRateLimit: 9 }, 'wafRateLimit must be a whole number from 10'],
    [{ alarmEmail: 'a@b.example;c@d.example' }, 'alarmEmail must be e-mail addresses with commas between'],
    [{ alarmEmail: '' }, 'alarmEmail must be'],
    [{ ticketEmail: 'a@b' }, 'ticketEmail must be'],
    [{ requestPageUrl: 'http://ask.example' }, 'requestPageUrl must be an https URL without a query'],
    [{ requestPageUrl: 'https://ask.example/?a' }, 'requestPageUrl must be an https URL'],
    [{ requestPageUrl: `https://ask.example/${'r'.repeat(190)}` }, 'requestPageUrl must be an https URL'],
    [{ domainName: 'API.example' }, 'domainName must be a domain name in lower case, not "API.example"'],
    [{ domainName: 'api.listings.example' }, 'domainName and context.certificateArn need each other'],
    [{ certificateArn }, 'domainName and context.certificateArn need each other'],
    [{ ...domain, certificateArn: 'arn:aws:iam::1:server-certificate/x' }, 'certificateArn must be the ARN'],
    [{ ...domain, hostedZoneId: 'Z012' }, 'hostedZoneId and context.hostedZoneName need each other'],
    [{ ...domain, hostedZoneId: '/hostedzone/Z1', hostedZoneName: 'listings.example' }, 'hostedZoneId must be'],
    [{ ...domain, hostedZoneId: 'Z012', hostedZoneName: 'tings.example' }, 'domainName must be in the hosted zone'],
    [{ hostedZoneId: 'Z012', hostedZoneName: 'listings.example' }, 'hostedZoneName needs context.domainName'],
    [{ plansSold: { constructor: 1 } }, 'plansSold.constructor is no plan of context.usagePlans'],
  ])('refuse %j, and say where', (context, message) => {
    expect(() => read(context)).toThrow(`context.${message}`);
  });

  it('bind no stage that they do not name', () => {
    expect(read({ stage: 'constructor', stages })).not.toHaveProperty('place');
  });

  it.each(['alarmMail', 'alarm-email', 'alarm.email', 'alarmEmail ', ' alarmEmail', ''])('refuse the key %j', (key) => {
    expect(() => read({ [key]: 'a@b.example' })).toThrow(`context.${key} is none of the known keys: stage, `);
  });

  it('let the keys of the CDK and of its tools pass', () => {
    const context = {
      'aws:cdk:enable-path-metadata': true,
      '@aws-cdk/core:flag': true,
      'availability-zones:account=111122223333:region=eu-west-1': ['eu-west-1a'],
      'tool/setting': 1,
      'acknowledged-issue-numbers': [14660],
      'cli-telemetry': false,
    };
    expect(read(context)).toEqual(read());
  });
});
