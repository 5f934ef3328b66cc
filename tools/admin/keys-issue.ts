/** `keys issue`: issues a new key for a partner. The secret is shown once. */

import { accountKey } from '../../lib/partners/repository/account.ts';
import { keyHash, type StoredApiKey } from '../../lib/partners/repository/api-key.ts';
import { partnerLine } from '../data/lines/partner.ts';
import { untilAvailable } from '../data/retry.ts';
import { lineWriter } from '../data/write.ts';
import { AdminError, type Io } from '../io.ts';
import { newConnectorSecret, newSecret, shortId } from './secrets.ts';
import { addApiKey } from './store/api-keys.ts';
import { findPartner, suspendedError } from './store/partners.ts';
import type { Target } from './target.ts';
import { shownTime } from './values.ts';

export interface IssueOptions {
  readonly partner: string;
  /** Creates the partner with this name if it doesn't exist. */
  readonly partnerName?: string | undefined;
  readonly plan: string;
  /** Milliseconds until it expires, if it does. */
  readonly expires?: number | 'never' | undefined;
  /** A name of the key for operators. */
  readonly name?: string | undefined;
  readonly json?: boolean | undefined;
  /** A key for whoever runs a connector, of one account or of all. */
  readonly connector?: boolean | undefined;
  readonly account?: number | undefined;
  readonly allAccounts?: boolean | undefined;
}

/** A key with its secret, as it is given to the partner. */
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
  // This prevents a useless metering key; the put of the key checks it again.
  if (found?.suspendedAt !== undefined) throw suspendedError(partner);
  if (found) return;
  if (partnerName === undefined)
    throw new AdminError(`Partner ${partner} does not exist. Pass --partner-name to create it.`, 'not found');
  // The same as from a line of a data file, so that loading the same partner later changes nothing.
  const line = partnerLine.read({ partnerId: partner, name: partnerName }, {});
  if ('refused' in line) throw new AdminError(line.refused, 'refused');
  const made = await lineWriter(target)(line);
  if ('refused' in made) throw new AdminError(`${made.refused}.`, 'refused');
  out(`Created the partner ${partner} (${partnerName}).`);
};

export const checkPlan = ({ plans, place }: Target, plan: string): void => {
  if (!plans.includes(plan))
    throw new AdminError(
      `Usage plan ${plan} does not exist at ${place}: use ${plans.join(', ') || '(none is deployed)'}.`,
      'not found',
    );
};

/** Makes a secret, and the key to store for it. */
export const makeKey = (
  fields: Pick<StoredApiKey, 'partnerId' | 'plan' | 'meteringKey'>,
  {
    now,
    expires,
    name,
    isSandbox,
    connector,
  }: {
    now: number;
    expires?: number | 'never' | undefined;
    name?: string | undefined;
    isSandbox: boolean;
    connector?: { readonly accountNumber?: number | undefined } | undefined;
  },
): { secret: string; key: StoredApiKey } => {
  const secret = connector ? newConnectorSecret(isSandbox) : newSecret(isSandbox);
  return {
    secret,
    key: {
      ...fields,
      sha256: keyHash(secret),
      issuedAt: new Date(now).toISOString(),
      ...(typeof expires === 'number' && { expiresAt: new Date(now + expires).toISOString() }),
      ...(name !== undefined && { name }),
      ...(connector && { connector: true }),
      ...(connector?.accountNumber !== undefined && { accountNumber: connector.accountNumber }),
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

/** The text that gives a key to the operator; the secret is on a separate line. */
export const handOver = ({ id, secret, partner, plan, expiresAt }: IssuedKey): string =>
  [
    `Issued the key ${id} for partner ${partner} on plan ${plan}; it ${expiresAt ? `expires at ${shownTime(Date.parse(expiresAt))}` : 'does not expire'}.`,
    'This is the secret, for the header x-api-key. It is shown only once and stored nowhere:',
    secret,
  ].join('\n');

/** What a connector's key opens; `undefined` for any other key. */
const connectorOf = ({ connector, account, allAccounts }: IssueOptions) => {
  if (!connector) {
    if (account === undefined && !allAccounts) return undefined;
    throw new AdminError('Only a key of a connector is for an account: pass --connector too.');
  }
  if ((account === undefined) === !allAccounts)
    throw new AdminError('Pass either --account N or --all-accounts with --connector.');
  return { accountNumber: account };
};

/** A key of an account that is not there would open nothing. */
const requireAccount = async ({ table }: Target, partner: string, account: number): Promise<void> => {
  if (!(await table.get(accountKey(partner, account))))
    throw new AdminError(`Partner ${partner} has no account ${account}.`, 'not found');
};

/** Issues a key. If an earlier run was interrupted, this completes its work (partner, metering key). */
export const issueKey = async (target: Target, io: Io, options: IssueOptions): Promise<IssuedKey> => {
  const { partner, plan, expires, name, json } = options;
  // All that may be wrong is checked before anything is made.
  const connector = connectorOf(options);
  checkPlan(target, plan);
  if (connector?.accountNumber !== undefined) await requireAccount(target, partner, connector.accountNumber);
  await ensurePartner(target, options, { out: json ? io.log : io.out });
  const meteringKey = await target.meteringKeys(partner, plan);
  const { isSandbox } = target;
  const { secret, key } = makeKey(
    { partnerId: partner, plan, meteringKey },
    { now: io.now(), expires, name, isSandbox, connector },
  );
  await untilAvailable(() => addApiKey(target.table, key), { attempts: 5 });
  const issued = issuedKey(secret, key);
  io.out(json ? JSON.stringify(issued) : handOver(issued));
  if (!target.isLocal) io.log("A partner's first key on a plan may take some minutes until API Gateway admits it.");
  return issued;
};
