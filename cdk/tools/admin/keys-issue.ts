/** `keys issue`: a new key for a partner. The secret is shown once. */

import { keyHash, type StoredApiKey } from '../../../lib/partners/repository/api-key.ts';
import { partnerLine } from '../data/lines/partner.ts';
import { untilAvailable } from '../data/retry.ts';
import { lineWriter } from '../data/write.ts';
import { AdminError, type Io } from '../io.ts';
import { newSecret, shortId } from './secrets.ts';
import { addApiKey } from './store/api-keys.ts';
import { findPartner, suspendedError } from './store/partners.ts';
import type { Target } from './target.ts';
import { shownTime } from './values.ts';

export interface IssueOptions {
  readonly partner: string;
  /** Makes the partner, under this name, unless it is there. */
  readonly partnerName?: string | undefined;
  readonly plan: string;
  /** Milliseconds, or without an end. */
  readonly expires?: number | 'never' | undefined;
  /** What the operator calls the key. */
  readonly name?: string | undefined;
  readonly json?: boolean | undefined;
}

/** A key with its secret, as it is handed out. */
export interface IssuedKey {
  readonly id: string;
  readonly secret: string;
  readonly partner: string;
  readonly plan: string;
  /** ISO 8601; absent where the key does not expire. */
  readonly expiresAt?: string;
}

const ensurePartner = async (
  target: Target,
  { partner, partnerName }: IssueOptions,
  { out }: { out: (line: string) => void },
): Promise<void> => {
  const found = await findPartner(target.table, partner);
  // Before a metering key is made for nothing; the put of the key looks once more.
  if (found?.suspendedAt !== undefined) throw suspendedError(partner);
  if (found) return;
  if (partnerName === undefined)
    throw new AdminError(`There is no partner ${partner}. Give its name with --partner-name to make it.`);
  // As a line of a data file would make it, so that loading the same partner later changes nothing.
  const line = partnerLine.read({ partnerId: partner, name: partnerName }, {});
  if ('refused' in line) throw new AdminError(line.refused);
  const made = await lineWriter(target)(line);
  if ('refused' in made) throw new AdminError(`${made.refused}.`);
  out(`Made the partner ${partner} (${partnerName}).`);
};

export const checkPlan = ({ plans, place }: Target, plan: string): void => {
  if (!plans.includes(plan))
    throw new AdminError(
      `There is no usage plan ${plan} at ${place}: use ${plans.join(', ') || '(none is deployed)'}.`,
    );
};

/** A secret, and the key that is to be stored for it. */
export const makeKey = (
  fields: Pick<StoredApiKey, 'partnerId' | 'plan' | 'meteringKey'>,
  {
    now,
    expires,
    name,
    isSandbox,
  }: {
    now: number;
    expires?: number | 'never' | undefined;
    name?: string | undefined;
    isSandbox: boolean;
  },
): { secret: string; key: StoredApiKey } => {
  const secret = newSecret(isSandbox);
  return {
    secret,
    key: {
      ...fields,
      sha256: keyHash(secret),
      issuedAt: new Date(now).toISOString(),
      ...(typeof expires === 'number' && { expiresAt: new Date(now + expires).toISOString() }),
      ...(name !== undefined && { name }),
    },
  };
};

export const issuedKey = (secret: string, { sha256, partnerId, plan, expiresAt }: StoredApiKey): IssuedKey => ({
  id: shortId(sha256),
  secret,
  partner: partnerId,
  plan,
  ...(expiresAt !== undefined && { expiresAt }),
});

/** The sentences that hand a key out; the secret stands on a line of its own. */
export const handOver = ({ id, secret, partner, plan, expiresAt }: IssuedKey): string =>
  [
    `Issued the key ${id} for partner ${partner} on plan ${plan}; it ${expiresAt ? `expires at ${shownTime(Date.parse(expiresAt))}` : 'does not expire'}.`,
    'This is the secret, for the header x-api-key. It is shown this once and stored nowhere:',
    secret,
  ].join('\n');

/** Issues a key. What an earlier run left unfinished (partner, metering key) is found and finished. */
export const issueKey = async (target: Target, io: Io, options: IssueOptions): Promise<IssuedKey> => {
  const { partner, plan, expires, name, json } = options;
  checkPlan(target, plan);
  await ensurePartner(target, options, { out: json ? io.log : io.out });
  const meteringKey = await target.meteringKeys(partner, plan);
  const { isSandbox } = target;
  const { secret, key } = makeKey(
    { partnerId: partner, plan, meteringKey },
    { now: io.now(), expires, name, isSandbox },
  );
  await untilAvailable(() => addApiKey(target.table, key), { attempts: 5 });
  const issued = issuedKey(secret, key);
  io.out(json ? JSON.stringify(issued) : handOver(issued));
  if (!target.isLocal) io.log("A partner's first key on a plan may take some minutes until API Gateway admits it.");
  return issued;
};
