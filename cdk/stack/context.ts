/**
 * The settings of a deployment. It reads and checks every key of the CDK context that the project uses.
 * docs/operators.md has the table of them (deploy).
 * The keys are in `cdk.json` under `context`, or on the command line, where each value is text:
 * `npx cdk deploy -c waf=block`.
 */
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';
import type { PlanLimits } from '../../lib/usage/plans.ts';
import type { Place } from './bound-stages.ts';
import { type Ceilings, ceilingsOf, JOBS_AT_ONCE } from './ceilings.ts';
import { refuse } from './context-check.ts';
import { type Context, readContext } from './context-schema.ts';
import { readUsagePlans } from './usage-plans.ts';

export interface FirewallSettings {
  /** The action for a request that matches a managed rule. */
  readonly managedRules: 'count' | 'block';
  readonly requestsPerMinute: number;
}

/** Backups that outlive the table. */
export interface BackupSettings {
  /** How many days a backup is kept. */
  readonly days: number;
  /** After this many days no one can remove the lock any more. */
  readonly lockAfterDays?: number;
  /** The ARN of a vault, in another account or Region, that gets a copy of each backup. */
  readonly copyTo?: string;
}

/** How a release goes live: this percentage of the requests for this many minutes, then all. */
export interface CanarySettings {
  readonly percent: number;
  readonly minutes: number;
}

export interface DomainSettings {
  readonly domainName: string;
  readonly certificateArn: string;
  readonly hostedZone?: { readonly hostedZoneId: string; readonly zoneName: string };
}

/** The checked context with its defaults. */
export interface Settings {
  readonly stage: string;
  /** The account and Region that the stage is bound to, if it is. */
  readonly place?: Place;
  /** Whether partners use the stage for tests: it accepts test keys only, and their data can be reset. */
  readonly isSandbox: boolean;
  readonly retain: boolean;
  /** Whether stack and table are protected against deletion. */
  readonly isProtected: boolean;
  readonly usagePlans: Record<string, PlanLimits>;
  readonly throttle: Ceilings['throttle'];
  readonly table: Ceilings['table'] & { readonly recoveryDays: number };
  readonly backups?: BackupSettings;
  /** How many days the audit log is kept; 0 turns it off. */
  readonly auditDays: number;
  /** How many days the changes feed is kept. */
  readonly changeDays: number;
  /** How many batches of ten deliveries run at the same time. */
  readonly deliveriesAtOnce: number;
  /** How many batches each function on the table's stream works on at the same time; 0 for no cap. */
  readonly streamReadersAtOnce: number;
  readonly jobsAtOnce: number; // batches of ten jobs of connectors
  readonly logRetention: RetentionDays;
  readonly accessLogs: boolean;
  readonly executionLogs: boolean;
  readonly tracesCalls: boolean;
  readonly firewall?: FirewallSettings;
  /** The authorizer's reserved concurrency, out of the account's. By default it uses what is free. */
  readonly authorizerConcurrency?: number;
  /** Without it a release goes live at once. */
  readonly canary?: CanarySettings;
  /** Who is mailed the alarms that page, and those that can wait. */
  readonly alarmEmails: readonly string[];
  readonly ticketEmails: readonly string[];
  readonly domain?: DomainSettings;
  /** The page that links of requests lead to, for accounts without one of their own. */
  readonly requestPageUrl?: string;
}

interface Rates {
  readonly plans: Record<string, PlanLimits>;
  readonly stageRate: number; // requests per second of the complete stage
}

const readFirewall = (
  waf: NonNullable<Context['waf']>,
  wafRateLimit: number | undefined,
  { plans, stageRate }: Rates,
): FirewallSettings | undefined => {
  if (waf === 'off') {
    if (wafRateLimit !== undefined) throw new Error('context.wafRateLimit needs context.waf: count or block');
    return undefined;
  }
  // A partner may use its plan from one address. No address gets more than the stage admits: each guessed key among the
  // requests above that would be a call of the authorizer.
  const fastest = Math.max(...Object.values(plans).map(({ rateLimit }) => rateLimit));
  const fallback = Math.max(10, Math.ceil(Math.min(2 * fastest, stageRate) * 60));
  return { managedRules: waf, requestsPerMinute: wafRateLimit ?? fallback };
};

const readBackups = (context: Context): BackupSettings | undefined => {
  const { backupDays: days, backupLockAfterDays: lockAfterDays, backupCopyTo: copyTo } = context;
  if (days !== undefined)
    return { days, ...(lockAfterDays !== undefined && { lockAfterDays }), ...(copyTo !== undefined && { copyTo }) };
  if (lockAfterDays !== undefined) throw new Error('context.backupLockAfterDays needs context.backupDays');
  if (copyTo !== undefined) throw new Error('context.backupCopyTo needs context.backupDays');
  return undefined;
};

const readCanary = (context: Context, isProtected: boolean): CanarySettings | undefined => {
  // On a stage that partners rely on a release may take its time; elsewhere the person who deploys waits for it.
  const { canary = isProtected, canaryPercent = 10, canaryMinutes = 10 } = context;
  // The numbers are not refused without a canary: they may be in `cdk.json` when an urgent fix turns the canary off.
  return canary ? { percent: canaryPercent, minutes: canaryMinutes } : undefined;
};

const readDomain = (context: Context): DomainSettings | undefined => {
  const { domainName, certificateArn, hostedZoneId, hostedZoneName: zoneName } = context;
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

/** The distinct items of a comma-separated text. */
const readList = (text = ''): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

/** Whether a stage's data outlives its stack by default. */
export const isRetainedStage = (stage: string): boolean => !/^dev(?:-|$)/.test(stage);

/**
 * Reads and checks the settings in a construct's context.
 *
 * @throws Error that says which key is wrong, and what is expected
 * @example
 * const { stage, firewall } = readSettings(app.node);
 */
export const readSettings = (node: Node): Settings => {
  const context = readContext(node.getAllContext());
  const { stage = 'prod' } = context;
  const place = context.stages && Object.hasOwn(context.stages, stage) ? context.stages[stage] : undefined;
  const { retain = isRetainedStage(stage), sandbox: isSandbox = false } = context;
  if (isSandbox && stage === 'prod') throw new Error('context.sandbox needs a context.stage other than prod');
  const usagePlans = readUsagePlans(context.usagePlans);
  const { throttle, table } = ceilingsOf(context, usagePlans);
  // A development stage is no target, and the firewall costs by the month.
  const { waf = retain ? 'count' : 'off', wafRateLimit, authorizerConcurrency } = context;
  const firewall = readFirewall(waf, wafRateLimit, { plans: usagePlans, stageRate: throttle.rateLimit });
  const domain = readDomain(context);
  const backups = readBackups(context);
  const isProtected = readList(context.protectedStages).includes(stage);
  const canary = readCanary(context, isProtected);
  return {
    stage,
    ...(place && { place }),
    isSandbox,
    retain,
    isProtected,
    usagePlans,
    throttle,
    table: { ...table, recoveryDays: context.recoveryDays ?? 35 },
    auditDays: context.auditDays ?? 365,
    changeDays: context.changeDays ?? 30,
    deliveriesAtOnce: context.deliveriesAtOnce ?? 100,
    // A reservation: a first deploy to a new account, whose concurrency may be ten, would fail.
    streamReadersAtOnce: context.streamReadersAtOnce ?? (isProtected ? 50 : 0),
    jobsAtOnce: context.jobsAtOnce ?? JOBS_AT_ONCE,
    logRetention: context.logRetentionDays ?? (retain ? RetentionDays.THREE_MONTHS : RetentionDays.ONE_WEEK),
    accessLogs: context.accessLogs ?? true,
    executionLogs: context.executionLogs ?? false,
    tracesCalls: context.traceCalls ?? false,
    alarmEmails: readList(context.alarmEmail),
    ticketEmails: readList(context.ticketEmail ?? context.alarmEmail),
    ...(backups && { backups }),
    ...(firewall && { firewall }),
    ...(authorizerConcurrency !== undefined && { authorizerConcurrency }),
    ...(canary && { canary }),
    ...(domain && { domain }),
    ...(context.requestPageUrl !== undefined && { requestPageUrl: context.requestPageUrl }),
  };
};
