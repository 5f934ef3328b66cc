/** What each key of the context may hold. docs/operators.md has the table of them (deploy). */
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { checked, type Wanting } from './context-check.ts';

/** The context as it is checked; `usagePlans` is read by `usage-plans.ts`. */
export interface Context {
  readonly stage?: string;
  readonly sandbox?: boolean;
  readonly retain?: boolean;
  readonly protectedStages?: string;
  readonly usagePlans?: unknown;
  readonly stageRateLimit?: number;
  readonly stageBurstLimit?: number;
  readonly tableMaxReadUnits?: number;
  readonly tableMaxWriteUnits?: number;
  readonly recoveryDays?: number;
  readonly backupDays?: number;
  readonly backupLockAfterDays?: number;
  readonly backupCopyTo?: string;
  readonly auditDays?: number;
  readonly deliveriesAtOnce?: number;
  readonly logRetentionDays?: RetentionDays;
  readonly accessLogs?: boolean;
  readonly executionLogs?: boolean;
  readonly waf?: 'off' | 'count' | 'block';
  readonly wafRateLimit?: number;
  readonly authorizerConcurrency?: number;
  readonly canary?: boolean;
  readonly canaryPercent?: number;
  readonly canaryMinutes?: number;
  readonly alarmEmail?: string;
  readonly domainName?: string;
  readonly certificateArn?: string;
  readonly hostedZoneId?: string;
  readonly hostedZoneName?: string;
}

const flag: Wanting = { type: 'boolean', 'x-wanted': 'true or false' };
const whole = (minimum: number, maximum: number): Wanting => ({
  type: 'integer',
  minimum,
  maximum,
  'x-wanted': `a whole number from ${minimum} to ${maximum}`,
});
const text = (pattern: string, wanted: string): Wanting => ({ type: 'string', pattern, 'x-wanted': wanted });

const domain = text(
  '^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$',
  'a domain name in lower case',
);
// A stage names the stack and the first segment of the URL, so it must suit both.
const stage = '[a-z][a-z0-9-]{0,31}';
const email = '\\s*[^\\s@,]+@[^\\s@,]+\\.[^\\s@,]+\\s*';
const retentions = Object.values(RetentionDays).filter((period) => typeof period === 'number');

const properties: { readonly [Key in keyof Required<Context>]: Wanting | true } = {
  stage: text(`^${stage}$`, `a name that matches ${stage}`),
  sandbox: flag,
  retain: flag,
  protectedStages: text(`^\\s*${stage}\\s*(?:,\\s*${stage}\\s*)*$`, 'names of stages with commas between'),
  usagePlans: true,
  // The most that API Gateway and DynamoDB take; an account's own quotas are lower until they are raised.
  stageRateLimit: whole(1, 1_000_000),
  stageBurstLimit: whole(1, 1_000_000),
  tableMaxReadUnits: whole(1, 10_000_000),
  tableMaxWriteUnits: whole(1, 10_000_000),
  recoveryDays: whole(1, 35),
  // A hundred years are the most that AWS Backup takes, three days the least before a lock holds for good.
  backupDays: whole(1, 36_500),
  backupLockAfterDays: whole(3, 36_500),
  backupCopyTo: text(
    '^arn:aws[a-z-]*:backup:[a-z0-9-]+:[0-9]{12}:backup-vault:[A-Za-z0-9_-]{2,50}$',
    'the ARN of a vault of AWS Backup',
  ),
  // Ten years at the most; 0 keeps none.
  auditDays: whole(0, 3650),
  // The least and the most that Lambda takes for a queue.
  deliveriesAtOnce: whole(2, 1000),
  logRetentionDays: { type: 'integer', enum: retentions, 'x-wanted': `one of ${retentions.join(', ')}` },
  accessLogs: flag,
  executionLogs: flag,
  waf: { enum: ['off', 'count', 'block'], 'x-wanted': 'off, count or block' },
  wafRateLimit: whole(10, 2_000_000_000),
  // What an account can be raised to; preflight asks whether it fits.
  authorizerConcurrency: whole(1, 10_000),
  canary: flag,
  canaryPercent: whole(1, 50),
  // An alarm of a release needs three bad minutes, and CloudWatch some time to see them; two days are the most that CodeDeploy takes.
  canaryMinutes: whole(5, 2880),
  alarmEmail: text(`^${email}(?:,${email})*$`, 'e-mail addresses with commas between'),
  domainName: domain,
  certificateArn: text(
    '^arn:aws[a-z-]*:acm:[a-z0-9-]+:[0-9]{12}:certificate/[A-Za-z0-9_-]+$',
    'the ARN of a certificate in ACM',
  ),
  hostedZoneId: text('^[A-Z0-9]{1,32}$', 'the id of a hosted zone, without /hostedzone/'),
  hostedZoneName: domain,
};

/** `cdk.json` gives numbers and booleans, the command line gives their text. */
const fromText = (schema: Wanting | true | undefined, value: unknown): unknown => {
  if (typeof value !== 'string' || schema === undefined || schema === true) return value;
  if (schema.type === 'boolean' && /^(?:true|false)$/.test(value)) return value === 'true';
  return schema.type === 'integer' && /^[0-9]+$/.test(value) ? Number(value) : value;
};

/** The keys of ours in a context. Keys of the CDK and its tools have a colon, a slash or an at sign in them. */
export const readContext = (all: Readonly<Record<string, unknown>>): Context => {
  const ours = Object.entries(all).filter(([key]) => /^\w+$/.test(key));
  // A misspelt key would silently mean its default.
  const unknown = ours.find(([key]) => !Object.hasOwn(properties, key));
  if (unknown)
    throw new Error(`context.${unknown[0]} is none of the known keys: ${Object.keys(properties).join(', ')}`);
  const values = ours.map(([key, value]) => [key, fromText(properties[key as keyof Context], value)] as const);
  return checked('', { type: 'object', properties }, Object.fromEntries(values));
};
