/**
 * The contexts that the checks synthesize in addition to the default. Together they create every resource that the
 * stack can have.
 */

/** All that the context can switch on, with made-up names. */
const everything = {
  waf: 'block',
  domainName: 'api.listings.example',
  certificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/0a1b2c3d-0000-4000-8000-000000000000',
  hostedZoneId: 'Z0123456789ABCDEFGHIJ',
  hostedZoneName: 'listings.example',
  alarmEmail: 'operators@listings.example',
  ticketEmail: 'tickets@listings.example',
  executionLogs: true,
  traceCalls: true,
  authorizerConcurrency: 100,
  canary: true,
  backupDays: 90,
  backupLockAfterDays: 7,
  backupCopyTo: 'arn:aws:backup:eu-central-1:444455556666:backup-vault:listings',
};

/** Each variant's name and its context. */
export const variants: Readonly<Record<string, Record<string, unknown>>> = {
  prod: {},
  dev: { stage: 'dev' },
  everything,
  // With the functions that only a sandbox has.
  sandbox: { stage: 'sandbox', sandbox: true },
  // For an account without API Gateway's CloudWatch role.
  'no logs': { stage: 'dev-bare', accessLogs: false, waf: 'count' },
};
