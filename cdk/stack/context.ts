/**
 * The settings of a deployment: every key of the CDK context that the project knows is read and checked here. docs/operators.md
 * has the table of them (deploy).
 *
 * They stand in `cdk.json` under `context`, or on the command line, where each value is text: `npx cdk deploy -c waf=block`.
 */
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';
import { createReaders, type Readers, refuse, refuseUnknown } from './context-values.ts';
import { type PlanLimits, readUsagePlans } from './usage-plans.ts';

/** The numbers by which the firewall limits and refuses. */
export interface FirewallSettings {
  /** What happens to a request that a managed rule matches. */
  readonly managedRules: 'count' | 'block';
  readonly requestsPerMinute: number;
}

/** A domain in front of the API. */
export interface DomainSettings {
  readonly domainName: string;
  readonly certificateArn: string;
  readonly hostedZone?: { readonly hostedZoneId: string; readonly zoneName: string };
}

/** What the context says, checked and with the defaults filled in. */
export interface Settings {
  readonly stage: string;
  readonly retain: boolean;
  readonly usagePlans: Record<string, PlanLimits>;
  readonly throttle: { readonly rateLimit: number; readonly burstLimit: number };
  readonly table: { readonly maxReadUnits: number; readonly maxWriteUnits: number; readonly recoveryDays: number };
  readonly logRetention: RetentionDays;
  readonly accessLogs: boolean;
  readonly executionLogs: boolean;
  readonly firewall?: FirewallSettings;
  readonly alarmEmails: readonly string[];
  readonly domain?: DomainSettings;
}

const domainPattern = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const certificatePattern = /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/;
const emailPattern = /^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/;

const stageWanted = 'a name that matches [a-z][a-z0-9-]{0,31}';

const readRetention = (read: Readers, retain: boolean): RetentionDays => {
  const periods = Object.values(RetentionDays).filter((period) => typeof period === 'number');
  const days = read.whole('logRetentionDays', retain ? 90 : 7, [1, RetentionDays.INFINITE]);
  return periods.includes(days) ? days : refuse('logRetentionDays', `one of ${periods.join(', ')}`, days);
};

const readFirewall = (
  context: Readonly<Record<string, unknown>>,
  read: Readers,
  plans: Record<string, PlanLimits>,
): FirewallSettings | undefined => {
  const mode = context.waf ?? 'off';
  if (mode === 'off') {
    if (context.wafRateLimit !== undefined) throw new Error('context.wafRateLimit needs context.waf: count or block');
    return undefined;
  }
  if (mode !== 'count' && mode !== 'block') return refuse('waf', 'off, count or block', mode);
  // A partner may call from a single address, and use its plan up to the limit.
  const fastest = Math.max(...Object.values(plans).map(({ rateLimit }) => rateLimit));
  const fallback = Math.max(10, Math.ceil(2 * fastest * 60));
  return { managedRules: mode, requestsPerMinute: read.whole('wafRateLimit', fallback, [10, 2_000_000_000]) };
};

const readDomain = (read: Readers): DomainSettings | undefined => {
  const domainName = read.text('domainName', domainPattern, 'a domain name in lower case');
  const certificateArn = read.text('certificateArn', certificatePattern, 'the ARN of a certificate in ACM');
  const hostedZoneId = read.text('hostedZoneId', /^[A-Z0-9]{1,32}$/, 'the id of a hosted zone, without /hostedzone/');
  const zoneName = read.text('hostedZoneName', domainPattern, 'a domain name in lower case');
  if ((domainName === undefined) !== (certificateArn === undefined))
    throw new Error('context.domainName and context.certificateArn need each other');
  if ((hostedZoneId === undefined) !== (zoneName === undefined))
    throw new Error('context.hostedZoneId and context.hostedZoneName need each other');
  if (domainName === undefined || certificateArn === undefined) {
    if (zoneName !== undefined) throw new Error('context.hostedZoneName needs context.domainName');
    return undefined;
  }
  if (hostedZoneId === undefined || zoneName === undefined) return { domainName, certificateArn };
  if (domainName !== zoneName && !domainName.endsWith(`.${zoneName}`))
    return refuse('domainName', `in the hosted zone ${zoneName}`, domainName);
  return { domainName, certificateArn, hostedZone: { hostedZoneId, zoneName } };
};

const readEmails = (value: unknown): readonly string[] => {
  if (value === undefined) return [];
  const addresses = typeof value === 'string' ? value.split(',').map((address) => address.trim()) : [];
  const areAll = addresses.length > 0 && addresses.every((address) => emailPattern.test(address));
  return areAll ? [...new Set(addresses)] : refuse('alarmEmail', 'e-mail addresses with commas between', value);
};

/**
 * Reads what the context of a construct says; whoever sets it learns here what is wrong with it, and where.
 *
 * @example
 * const { stage, firewall } = readSettings(app.node);
 */
export const readSettings = (node: Node): Settings => {
  const context: Record<string, unknown> = node.getAllContext();
  refuseUnknown(context);
  const read = createReaders(context);
  // A stage names the stack and the first segment of the URL, so it must suit both.
  const stage = read.text('stage', /^[a-z][a-z0-9-]{0,31}$/, stageWanted) ?? 'prod';
  const retain = read.boolean('retain', !/^dev(?:-|$)/.test(stage));
  const usagePlans = readUsagePlans(context.usagePlans);
  const firewall = readFirewall(context, read, usagePlans);
  const domain = readDomain(read);
  return {
    stage,
    retain,
    usagePlans,
    // The most that API Gateway and DynamoDB take; an account's own quotas are lower until they are raised.
    throttle: {
      rateLimit: read.whole('stageRateLimit', 1000, [1, 1_000_000]),
      burstLimit: read.whole('stageBurstLimit', 2000, [1, 1_000_000]),
    },
    table: {
      maxReadUnits: read.whole('tableMaxReadUnits', 10_000, [1, 10_000_000]),
      maxWriteUnits: read.whole('tableMaxWriteUnits', 5000, [1, 10_000_000]),
      recoveryDays: read.whole('recoveryDays', 35, [1, 35]),
    },
    logRetention: readRetention(read, retain),
    accessLogs: read.boolean('accessLogs', true),
    executionLogs: read.boolean('executionLogs', false),
    alarmEmails: readEmails(context.alarmEmail),
    ...(firewall && { firewall }),
    ...(domain && { domain }),
  };
};
