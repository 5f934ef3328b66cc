/** `audit`: who changed what at a location, of an account or a partner, or by a key (docs/audit.md). */
import type { Place } from '../../lib/audit/repository/entry.ts';
import { WRITER, writerFrom } from '../../lib/dynamodb/writes/writer.ts';
import { ownerKey } from '../../lib/partners/repository/account.ts';
import { keyId } from '../../lib/partners/repository/api-key.ts';
import { partnerErasureFrom, partnerErasureKey } from '../../lib/partners/repository/erasure.ts';
import { AdminError, type Io } from '../io.ts';
import { type AuditQuestion, findEntries } from './audit-find.ts';
import { entryWords, writerWords } from './audit-words.ts';
import { findKey } from './find-key.ts';
import { requirePartner } from './find-partner.ts';
import type { Target } from './target.ts';
import { shownTime } from './values.ts';

export interface AuditOptions {
  readonly business?: number | undefined;
  readonly account?: number | undefined;
  readonly partner?: string | undefined;
  readonly key?: string | undefined;
  /** The start in epoch milliseconds, given the current time. */
  readonly since?: ((now: number) => number) | undefined;
  readonly limit: number;
  readonly json?: boolean | undefined;
}

/** For a partner or a key each day is a call: this many days are read without `--since`. */
const USUAL_DAYS = 30;

type Asked = Pick<AuditQuestion, 'partnerId' | 'place' | 'keyId'>;

const placeOf = ({ business, account }: AuditOptions): Place | undefined => {
  if (business !== undefined) return { kind: 'business', number: business };
  return account === undefined ? undefined : { kind: 'account', number: account };
};

/** The owner of a number, who stays the same after the record is deleted. */
const ownerOf = async ({ table }: Target, { kind, number }: Place, partner: string | undefined): Promise<string> => {
  const owner = await table.get(ownerKey(Number(number)));
  if (!owner || owner.kind !== kind) {
    const other = owner
      ? `: it is ${owner.kind === 'account' ? 'an account, pass --account' : 'a location, pass --business'}`
      : '';
    throw new AdminError(`The ${kind} ${number} does not exist${other}.`, 'not found');
  }
  if (partner !== undefined && owner.partnerId !== partner)
    throw new AdminError(`The ${kind} ${number} is not of partner ${partner}.`, 'not found');
  return String(owner.partnerId);
};

const askedBy = async (target: Target, options: AuditOptions): Promise<Asked> => {
  const { partner, key, business, account } = options;
  if (business !== undefined && account !== undefined) throw new AdminError('Pass either --business or --account.');
  const place = placeOf(options);
  const owner = place && (await ownerOf(target, place, partner));
  if (key !== undefined) {
    const { sha256, partnerId } = await findKey(target.table, { key, partner: owner ?? partner });
    return { partnerId, place, keyId: keyId(sha256) };
  }
  const partnerId = owner ?? partner;
  if (partnerId === undefined) throw new AdminError('Pass --business, --account, --partner or --key.');
  return { partnerId, place };
};

/**
 * Prints when a partner was erased, and returns whether it was. Its entry in the list of erasures is kept after all of
 * its data, the audit included, is gone.
 */
const listErased = async ({ table }: Target, io: Io, partner: string): Promise<boolean> => {
  const item = await table.get(partnerErasureKey(partner));
  if (!item) return false;
  const { erasedAt } = partnerErasureFrom(item);
  io.log(`Partner ${partner} was erased at ${erasedAt}, ${writerWords(writerFrom(item[WRITER]))}.`);
  return true;
};

/**
 * Prints the audit.
 *
 * @throws AdminError if there is no such record, partner or key, or it belongs to another partner
 */
export const showAudit = async (target: Target, io: Io, options: AuditOptions): Promise<void> => {
  const { partner, limit, json } = options;
  const alone = partner !== undefined && options.key === undefined && placeOf(options) === undefined;
  if (alone && !(await listErased(target, io, partner))) await requirePartner(target.table, partner);
  const asked = await askedBy(target, options);
  const now = io.now();
  const since = options.since?.(now) ?? (asked.place ? 0 : now - USUAL_DAYS * 86_400_000);
  const entries = await findEntries(target.table, { ...asked, since, now, limit });
  if (json) io.out(JSON.stringify(entries));
  else for (const entry of entries) io.out(entryWords(entry));
  const range = since === 0 ? '' : ` since ${shownTime(since)}`;
  if (entries.length === 0) io.log(`No changes${range}. New changes may take some seconds to appear.`);
  if (entries.length === limit) io.log(`The newest ${limit}; there may be more: --limit.`);
};
