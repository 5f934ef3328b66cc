/**
 * The settings of a deployment: every key of the CDK context that the project knows is read and checked here. docs/operators.md
 * has the table of them (deploy).
 *
 * They stand in `cdk.json` under `context`, or on the command line, where each value is text: `npx cdk deploy -c waf=block`.
 */
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';
import { SANDBOX } from '../../lib/partners/key-kind.ts';
import type { PlanLimits } from '../../lib/usage/plans.ts';
import { refuse } from './context-check.ts';
import { type Context, readContext } from './context-schema.ts';
import { readUsagePlans } from './usage-plans.ts';

/** The numbers by which the firewall limits and refuses. */
export interface FirewallSettings {
  /** What happens to a request that a managed rule matches. */
  readonly managedRules: 'count' | 'block';
  readonly requestsPerMinute: number;
}

/** Backups that outlive the table, and what is done against their removal. */
export interface BackupSettings {
  /** So long each is kept. */
  readonly days: number;
  /** After so many days nobody can take the lock away any more. */
  readonly lockAfterDays?: number;
  /** The ARN of a vault, of another account or Region, that gets a copy of each. */
  readonly copyTo?: string;
}

/** How a release goes live: so many percent of the requests for so many minutes, then all. */
export interface CanarySettings {
  readonly percent: number;
  readonly minutes: number;
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
  /** Whether partners try things out there: it takes test keys alone, and their data can be reset. */
  readonly isSandbox: boolean;
  readonly retain: boolean;
  /** Whether stack and table refuse to be deleted. */
  readonly isProtected: boolean;
  readonly usagePlans: Record<string, PlanLimits>;
  readonly throttle: { readonly rateLimit: number; readonly burstLimit: number };
  readonly table: { readonly maxReadUnits: number; readonly maxWriteUnits: number; readonly recoveryDays: number };
  readonly backups?: BackupSettings;
  /** How long it is kept who changed what; 0: not at all. */
  readonly auditDays: number;
  /** How many batches of ten deliveries are under way at the same time. */
  readonly deliveriesAtOnce: number;
  readonly logRetention: RetentionDays;
  readonly accessLogs: boolean;
  readonly executionLogs: boolean;
  readonly firewall?: FirewallSettings;
  /** Of the account's concurrency, what the authorizer has for itself, and cannot exceed; all that is free where it is left out. */
  readonly authorizerConcurrency?: number;
  /** Releases go live at once where it is left out. */
  readonly canary?: CanarySettings;
  readonly alarmEmails: readonly string[];
  readonly domain?: DomainSettings;
}

interface Rates {
  readonly plans: Record<string, PlanLimits>;
  /** Requests a second of the whole stage. */
  readonly stageRate: number;
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
  // A partner may call from a single address, and use its plan up to the limit. No address may have more than the whole stage
  // admits: what is above that was refused anyway, but each guessed key of it would be a call of the authorizer.
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
  // Where partners rely on the stage a release may take its time; elsewhere whoever deploys waits for it.
  const { canary = isProtected, canaryPercent = 10, canaryMinutes = 10 } = context;
  // No refusal of numbers without it: a stage that is to be mended at once has them in `cdk.json`.
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

/** The parts of a text with commas between, each once. */
const readList = (text = ''): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  ),
];

/** Whether what a stage holds outlives its stack, where the context does not say it. */
export const isRetainedStage = (stage: string): boolean => !/^dev(?:-|$)/.test(stage);

/**
 * Reads what the context of a construct says; whoever sets it learns here what is wrong with it, and where.
 *
 * @example
 * const { stage, firewall } = readSettings(app.node);
 */
export const readSettings = (node: Node): Settings => {
  const context = readContext(node.getAllContext());
  const { stage = 'prod' } = context;
  const { retain = isRetainedStage(stage), sandbox: isSandbox = false } = context;
  if (isSandbox && stage === 'prod') throw new Error('context.sandbox needs a context.stage other than prod');
  const usagePlans = readUsagePlans(context.usagePlans);
  const throttle = { rateLimit: context.stageRateLimit ?? 1000, burstLimit: context.stageBurstLimit ?? 2000 };
  // A stage for trials is nobody's target, and the firewall costs by the month.
  const { waf = retain ? 'count' : 'off', wafRateLimit, authorizerConcurrency } = context;
  const firewall = readFirewall(waf, wafRateLimit, { plans: usagePlans, stageRate: throttle.rateLimit });
  const domain = readDomain(context);
  const backups = readBackups(context);
  const isProtected = readList(context.protectedStages).includes(stage);
  const canary = readCanary(context, isProtected);
  return {
    stage,
    isSandbox,
    retain,
    isProtected,
    usagePlans,
    throttle,
    table: {
      maxReadUnits: context.tableMaxReadUnits ?? 25_000,
      maxWriteUnits: context.tableMaxWriteUnits ?? 25_000,
      recoveryDays: context.recoveryDays ?? 35,
    },
    auditDays: context.auditDays ?? 365,
    deliveriesAtOnce: context.deliveriesAtOnce ?? 100,
    logRetention: context.logRetentionDays ?? (retain ? RetentionDays.THREE_MONTHS : RetentionDays.ONE_WEEK),
    accessLogs: context.accessLogs ?? true,
    executionLogs: context.executionLogs ?? false,
    alarmEmails: readList(context.alarmEmail),
    ...(backups && { backups }),
    ...(firewall && { firewall }),
    ...(authorizerConcurrency !== undefined && { authorizerConcurrency }),
    ...(canary && { canary }),
    ...(domain && { domain }),
  };
};

/** What functions are told of the kind of their stage. */
export const sandboxEnvironment = ({ isSandbox }: Pick<Settings, 'isSandbox'>): Readonly<Record<string, string>> =>
  isSandbox ? { [SANDBOX]: 'true' } : {};
