/** What each key of the context may hold. docs/operators.md has the table of them (deploy). */
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { LONGEST_PAGE_URL, PAGE_URL } from '../../lib/campaigns/rules/link.ts';
import { type Place, stagesSchema } from './bound-stages.ts';
import { checked, type Wanting } from './context-check.ts';

/** The checked context; `usage-plans.ts` reads `usagePlans`. */
export interface Context {
  readonly stage?: string;
  readonly sandbox?: boolean;
  readonly retain?: boolean;
  readonly protectedStages?: string;
  readonly stages?: Readonly<Record<string, Place>>;
  readonly usagePlans?: unknown;
  readonly plansSold?: Readonly<Record<string, number>>;
  readonly stageRateLimit?: number;
  readonly stageBurstLimit?: number;
  readonly tableMaxReadUnits?: number;
  readonly tableMaxWriteUnits?: number;
  readonly recoveryDays?: number;
  readonly backupDays?: number;
  readonly backupLockAfterDays?: number;
  readonly backupCopyTo?: string;
  readonly auditDays?: number;
  readonly changeDays?: number;
  readonly deliveriesAtOnce?: number;
  readonly streamReadersAtOnce?: number;
  readonly jobsAtOnce?: number;
  readonly logRetentionDays?: RetentionDays;
  readonly accessLogs?: boolean;
  readonly executionLogs?: boolean;
  readonly traceCalls?: boolean;
  readonly waf?: 'off' | 'count' | 'block';
  readonly wafRateLimit?: number;
  readonly authorizerConcurrency?: number;
  readonly canary?: boolean;
  readonly canaryPercent?: number;
  readonly canaryMinutes?: number;
  readonly alarmEmail?: string;
  readonly ticketEmail?: string;
  readonly domainName?: string;
  readonly certificateArn?: string;
  readonly hostedZoneId?: string;
  readonly hostedZoneName?: string;
  readonly requestPageUrl?: string;
}

const flag: Wanting = { type: 'boolean', 'x-wanted': 'true or false' };
const integer = (minimum: number, maximum: number): Wanting => ({
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
const emails = text(`^${email}(?:,${email})*$`, 'e-mail addresses with commas between');
const retentions = Object.values(RetentionDays).filter((period) => typeof period === 'number');

const properties: { readonly [Key in keyof Required<Context>]: Wanting | true } = {
  stage: text(`^${stage}$`, `a name that matches ${stage}`),
  sandbox: flag,
  retain: flag,
  protectedStages: text(`^\\s*${stage}\\s*(?:,\\s*${stage}\\s*)*$`, 'names of stages with commas between'),
  stages: stagesSchema(stage),
  usagePlans: true,
  plansSold: {
    type: 'object',
    'x-wanted': 'numbers of partners by plan',
    additionalProperties: integer(0, 1_000_000),
  },
  // The maxima of API Gateway and DynamoDB; an account's own quotas are lower until they are raised.
  stageRateLimit: integer(1, 1_000_000),
  stageBurstLimit: integer(1, 1_000_000),
  tableMaxReadUnits: integer(1, 10_000_000),
  tableMaxWriteUnits: integer(1, 10_000_000),
  recoveryDays: integer(1, 35),
  // AWS Backup keeps a backup for a hundred years at most; a lock becomes permanent after three days at the earliest.
  backupDays: integer(1, 36_500),
  backupLockAfterDays: integer(3, 36_500),
  backupCopyTo: text(
    '^arn:aws[a-z-]*:backup:[a-z0-9-]+:[0-9]{12}:backup-vault:[A-Za-z0-9_-]{2,50}$',
    'the ARN of a vault of AWS Backup',
  ),
  // Ten years at most; 0 turns the audit off.
  auditDays: integer(0, 3650),
  changeDays: integer(1, 90),
  // The range that Lambda accepts for a queue.
  deliveriesAtOnce: integer(2, 1000),
  // 0 is no cap. The maximum of an account's quota.
  streamReadersAtOnce: integer(0, 10_000),
  jobsAtOnce: integer(2, 1000),
  logRetentionDays: { type: 'integer', enum: retentions, 'x-wanted': `one of ${retentions.join(', ')}` },
  accessLogs: flag,
  executionLogs: flag,
  traceCalls: flag,
  waf: { enum: ['off', 'count', 'block'], 'x-wanted': 'off, count or block' },
  wafRateLimit: integer(10, 2_000_000_000),
  // The maximum of an account's quota; preflight checks whether it fits the account.
  authorizerConcurrency: integer(1, 10_000),
  canary: flag,
  canaryPercent: integer(1, 50),
  // A release's alarm needs three bad minutes, and CloudWatch some time to see them. CodeDeploy takes two days at most.
  canaryMinutes: integer(5, 2880),
  alarmEmail: emails,
  ticketEmail: emails,
  domainName: domain,
  certificateArn: text(
    '^arn:aws[a-z-]*:acm:[a-z0-9-]+:[0-9]{12}:certificate/[A-Za-z0-9_-]+$',
    'the ARN of a certificate in ACM',
  ),
  hostedZoneId: text('^[A-Z0-9]{1,32}$', 'the id of a hosted zone, without /hostedzone/'),
  hostedZoneName: domain,
  requestPageUrl: {
    type: 'string',
    maxLength: LONGEST_PAGE_URL,
    pattern: PAGE_URL,
    'x-wanted': `an https URL without a query, at most ${LONGEST_PAGE_URL} characters`,
  },
};

/** `cdk.json` gives numbers and booleans; the command line gives text, which this converts. */
const fromText = (schema: Wanting | true | undefined, value: unknown): unknown => {
  if (typeof value !== 'string' || schema === undefined || schema === true) return value;
  if (schema.type === 'boolean' && /^(?:true|false)$/.test(value)) return value === 'true';
  return schema.type === 'integer' && /^[0-9]+$/.test(value) ? Number(value) : value;
};

/** What `cdk acknowledge` and `cdk cli-telemetry` write into `cdk.json` or `cdk.context.json`. */
const OF_THE_CLI: readonly string[] = ['acknowledged-issue-numbers', 'cli-telemetry'];

/**
 * Reads and checks the project's keys of a context. All other keys of the CDK and its tools contain a colon, a slash or
 * an at sign.
 */
export const readContext = (all: Readonly<Record<string, unknown>>): Context => {
  const ours = Object.entries(all).filter(([key]) => !/[:/@]/.test(key) && !OF_THE_CLI.includes(key));
  // A misspelled key would silently leave its setting at the default.
  const unknown = ours.find(([key]) => !Object.hasOwn(properties, key));
  if (unknown)
    throw new Error(`context.${unknown[0]} is none of the known keys: ${Object.keys(properties).join(', ')}`);
  const values = ours.map(([key, value]) => [key, fromText(properties[key as keyof Context], value)] as const);
  return checked('', { type: 'object', properties }, Object.fromEntries(values));
};
