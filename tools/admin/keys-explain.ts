/** `keys explain`: the response that a partner would get now with each of its keys, and why. */
import * as errors from '../../lib/contract/error-rows.ts';
import type { Use } from '../../lib/usage/rules/use.ts';
import { AdminError, type Io } from '../io.ts';
import { requirePartner } from './find-partner.ts';
import { type KeyHealth, keyHealths } from './key-health.ts';
import { meanings } from './metering-state.ts';
import { shortId } from './secrets.ts';
import { apiKeysOfPartner } from './store/api-keys.ts';
import type { Target } from './target.ts';
import { shownTime } from './values.ts';

export interface ExplainOptions {
  readonly partner: string;
  /** Only the key whose id starts so. */
  readonly key?: string | undefined;
  readonly json?: boolean | undefined;
}

/** The response to a request with a key, before any operation's function is called. */
export interface CheckOutcome {
  readonly key: string;
  readonly plan: string;
  readonly status: number;
  /** The error's code; absent if the key passes. */
  readonly code?: number | undefined;
  readonly why: string;
  readonly remedy?: string | undefined;
}

const refused = { status: errors.keyInvalid.status, code: errors.keyInvalid.code };
const limited = { status: errors.rateLimitExceeded.status, code: errors.rateLimitExceeded.code };

/** The outcome for one key. Pure. `use` is the used part of its plan, if known. */
export const outcomeOf = ({ key, state, metering = 'metered' }: KeyHealth, use: Use | undefined): CheckOutcome => {
  const { sha256, plan, expiresAt } = key;
  const about = { key: shortId(sha256), plan };
  const ISSUE = `npm run admin -- keys issue --partner ${key.partnerId} --plan ${plan}`;
  if (state === 'revoked') return { ...about, ...refused, why: 'it was revoked', remedy: ISSUE };
  if (state === 'suspended')
    return {
      ...about,
      ...refused,
      why: 'its partner is suspended',
      remedy: `npm run admin -- partner resume --partner ${key.partnerId}`,
    };
  if (state === 'expired')
    return { ...about, ...refused, why: `it expired at ${shownTime(Date.parse(expiresAt!))}`, remedy: ISSUE };
  const { why, passes, remedy } = meanings[metering];
  if (!passes) return { ...about, ...refused, why: `it is usable, but its metering key ${why}`, remedy };
  if (use?.quota && use.remaining === 0)
    return {
      ...about,
      ...limited,
      why: `the quota of ${use.quota.limit} a ${use.quota.period.toLowerCase()} is used up until ${use.resetsAt}`,
      remedy: `npm run admin -- plan set --partner ${key.partnerId} --plan <name>`,
    };
  const left = use?.quota
    ? `, ${use.remaining} of ${use.quota.limit} requests a ${use.quota.period.toLowerCase()} are left`
    : '';
  return { ...about, status: 200, why: `it is usable, and its metering key ${why}${left}`, remedy };
};

const line = ({ key, plan, status, code, why, remedy }: CheckOutcome): string =>
  `${key} on plan ${plan}: ${status}${code === undefined ? '' : ` with code ${code}`}, as ${why}.${remedy === undefined ? '' : `\n    ${remedy}`}`;

/**
 * Prints the outcome for each key, oldest first. It does not cover errors of an operation itself, or current rate
 * limits.
 *
 * @throws AdminError if there is no such partner, or no such key
 */
export const explainKeys = async (
  target: Target,
  io: Io,
  options: ExplainOptions,
): Promise<readonly CheckOutcome[]> => {
  const { partner, key: prefix, json } = options;
  await requirePartner(target.table, partner);
  const keys = await apiKeysOfPartner(target.table, partner, prefix);
  if (keys.length === 0)
    throw new AdminError(
      `The partner ${partner} has no ${prefix === undefined ? 'key' : `key ${prefix}`}: every request is a ${refused.status}.`,
      'not found',
    );
  const now = io.now();
  const outcomes: CheckOutcome[] = [];
  for (const health of await keyHealths(target, keys, { now, partner })) {
    const { metering, meteringId, key } = health;
    const isCounted = metering !== undefined && meanings[metering].passes && meteringId !== undefined;
    outcomes.push(outcomeOf(health, isCounted ? await target.metering.used(meteringId, key.plan, now) : undefined));
  }
  if (json) io.out(JSON.stringify(outcomes));
  else for (const outcome of outcomes) io.out(line(outcome));
  return outcomes;
};
