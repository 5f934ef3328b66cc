/** `keys explain`: what a partner would get now, by each of its keys, and why. */
import * as errors from '../../../lib/contract/error-rows.ts';
import type { Use } from '../../../lib/usage/rules/use.ts';
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
  /** Only the key whose id begins so. */
  readonly key?: string | undefined;
  readonly json?: boolean | undefined;
}

/** What a request with a key would get before any function of an operation is called. */
export interface Verdict {
  readonly key: string;
  readonly plan: string;
  readonly status: number;
  /** Of the error; absent where it passes. */
  readonly code?: number | undefined;
  readonly why: string;
  readonly remedy?: string | undefined;
}

const refused = { status: errors.keyInvalid.status, code: errors.keyInvalid.code };
const limited = { status: errors.rateLimitExceeded.status, code: errors.rateLimitExceeded.code };

/** Judges one key. Pure. `use` is what was used of its plan, where that is known. */
export const verdictOf = ({ key, state, metering = 'metered' }: KeyHealth, use: Use | undefined): Verdict => {
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

const line = ({ key, plan, status, code, why, remedy }: Verdict): string =>
  `${key} on plan ${plan}: ${status}${code === undefined ? '' : ` with code ${code}`}, as ${why}.${remedy === undefined ? '' : `\n    ${remedy}`}`;

/**
 * Says it of each key, oldest first. What an operation itself refuses comes after that, and so do limits of the moment.
 *
 * @throws AdminError where there is no such partner, or no such key
 */
export const explainKeys = async (target: Target, io: Io, options: ExplainOptions): Promise<readonly Verdict[]> => {
  const { partner, key: prefix, json } = options;
  await requirePartner(target.table, partner);
  const keys = await apiKeysOfPartner(target.table, partner, prefix);
  if (keys.length === 0)
    throw new AdminError(
      `The partner ${partner} has no ${prefix === undefined ? 'key' : `key ${prefix}`}: every request is a ${refused.status}.`,
    );
  const now = io.now();
  const verdicts: Verdict[] = [];
  for (const health of await keyHealths(target, keys, { now, partner })) {
    const { metering, meteringId, key } = health;
    const isCounted = metering !== undefined && meanings[metering].passes && meteringId !== undefined;
    verdicts.push(verdictOf(health, isCounted ? await target.metering.used(meteringId, key.plan, now) : undefined));
  }
  if (json) io.out(JSON.stringify(verdicts, null, 2));
  else for (const verdict of verdicts) io.out(line(verdict));
  return verdicts;
};
