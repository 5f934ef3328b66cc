/**
 * `keys import`: imports keys by their hashes, into a stage that has lost them or another stage, so that partners keep
 * their secrets. It never removes a restriction of a key: a revocation, an expiry, a suspension (docs/recovery.md).
 */
import { statSync } from 'node:fs';
import { StoreUnavailable } from '../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { saveVersion } from '../../lib/dynamodb/writes/save-version.ts';
import { apiKeyFrom, apiKeyItem, apiKeyKey, isUsable } from '../../lib/partners/repository/api-key.ts';
import type { Partner } from '../../lib/partners/repository/partner.ts';
import { untilAvailable } from '../data/retry.ts';
import { isOwn } from '../data/sent-writes.ts';
import { AdminError, type Io, refusalIn } from '../io.ts';
import { type FiledKey, readKeys } from './keys-file.ts';
import { suspend } from './partner-suspend.ts';
import { readText } from './read-text.ts';
import { shortId } from './secrets.ts';
import { addPartner, findPartner, isErased, whilePartnerIs } from './store/partners.ts';
import type { Target } from './target.ts';

export interface KeysImportOptions {
  /** Prints what would be done, and writes nothing. */
  readonly dryRun?: boolean | undefined;
  /** The same as of `partner suspend`. */
  readonly lag?: number | undefined;
}

type Outcome = 'new' | 'updated' | 'unchanged' | { readonly refused: string };

const ATTEMPTS = 10;

/** The changes of a line to a stored key: it may revoke it, make it expire earlier, or limit it to a connector's account. */
const changesTo = (
  found: ReturnType<typeof apiKeyFrom>,
  { revoked, expiresAt, connector, accountNumber }: FiledKey,
) => ({
  ...(connector && !found.connector && { connector, accountNumber }),
  ...(revoked && !found.revoked && { revoked }),
  ...(expiresAt !== undefined && (found.expiresAt ?? '9') > expiresAt && { expiresAt }),
});

const importPartner = async (
  target: Target,
  io: Io,
  partner: Partner,
  { dryRun, lag }: KeysImportOptions,
): Promise<'new' | 'suspended' | 'unchanged' | 'refused'> => {
  const { table } = target;
  const { partnerId, suspendedAt } = partner;
  if (await isErased(table, partnerId)) return 'refused';
  const found = await findPartner(table, partnerId);
  if (!found) return dryRun || (await untilAvailable(() => addPartner(table, partner))) ? 'new' : 'refused';
  if (suspendedAt === undefined) return 'unchanged';
  // This also runs if the partner is suspended already: an interrupted run may have left keys unmarked.
  if (!dryRun) await suspend(target, { partner: partnerId, now: io.now(), lag });
  return found.suspendedAt === undefined ? 'suspended' : 'unchanged';
};

const importPartners = async (target: Target, io: Io, all: readonly Partner[], options: KeysImportOptions) => {
  const counts = { new: 0, suspended: 0, unchanged: 0, refused: 0 };
  for (const partner of all) {
    const outcome = await importPartner(target, io, partner, options);
    counts[outcome]++;
    if (outcome === 'refused') io.log(`The partner ${partner.partnerId} was refused: it was erased for good.`);
  }
  return counts;
};

/** Changes a stored key conditionally on the version that was read. */
const changeKey = async (target: Target, line: FiledKey, item: Item, { dryRun }: KeysImportOptions, now: number) => {
  let before = item;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = apiKeyFrom(before);
    if (found.partnerId !== line.partnerId) return { refused: 'it belongs to another partner' } as const;
    const restricted = changesTo(found, line);
    // A key that stays usable needs a metering key here: the table may come from another stack.
    const meters = isUsable({ ...found, ...restricted }, now) && target.plans.includes(found.plan) && !dryRun;
    const meteringKey = meters ? await target.meteringKeys(found.partnerId, found.plan) : found.meteringKey;
    const changes = { ...restricted, ...(meteringKey !== found.meteringKey && { meteringKey }) };
    if (Object.keys(changes).length === 0) return 'unchanged' as const;
    if (dryRun) return 'updated' as const;
    const store = { table: target.table, partnerId: found.partnerId };
    const saved = await saveVersion(store, { key: apiKeyKey(found.sha256), changes, basedOn: before });
    if ('saved' in saved) return 'updated' as const;
    if (!saved.found) break;
    before = saved.found;
  }
  throw new StoreUnavailable('other writers keep changing the key');
};

const writeKey = async (
  target: Target,
  line: FiledKey,
  partners: ReadonlyMap<string, Partner>,
  options: KeysImportOptions & { readonly now: number },
): Promise<Outcome> => {
  const { table, plans, place } = target;
  const { sha256, ...key } = line;
  const { partnerId, plan } = key;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const there = await table.get(apiKeyKey(sha256));
    if (there) return changeKey(target, line, there, options, options.now);
    if (await isErased(table, partnerId)) return { refused: `the partner ${partnerId} was erased for good` };
    const owner = (await findPartner(table, partnerId)) ?? (options.dryRun ? partners.get(partnerId) : undefined);
    if (!owner) return { refused: `partner ${partnerId} does not exist` };
    // A key that is refused anyway needs no metering key.
    const meters = isUsable({ ...key, meteringKey: '' }, options.now);
    if (meters && !plans.includes(plan)) return { refused: `usage plan ${plan} does not exist at ${place}` };
    if (options.dryRun) return 'new';
    const meteringKey = meters ? await target.meteringKeys(partnerId, plan) : '';
    const suspended = owner.suspendedAt !== undefined;
    const Item = apiKeyItem(sha256, { ...key, meteringKey, ...(suspended && { suspended }) });
    const outcome = await table.transact([
      { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } },
      whilePartnerIs(partnerId, { suspended }),
    ]);
    if (!outcome || isOwn(outcome, Item)) return 'new';
  }
  throw new StoreUnavailable('other writers keep changing the key or its partner');
};

/** Imports a key. One whose metering key is refused does not end the import for the others. */
const importKey = async (...of: Parameters<typeof writeKey>): Promise<Outcome> => {
  try {
    return await writeKey(...of);
  } catch (error) {
    const refused = refusalIn(error);
    if (refused !== undefined) return { refused };
    throw error;
  }
};

/**
 * Imports a file of `keys export`. Each key is written by itself, so an interrupted run can be repeated. Returns
 * whether neither a partner nor a key was refused.
 *
 * @throws AdminError if the file is not such a file; then nothing was written
 */
export const importKeys = async (
  target: Target,
  io: Io,
  file: string,
  options: KeysImportOptions = {},
): Promise<boolean> => {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new AdminError(`${file} is a folder: name a file.`);
  const { partners, keys } = readKeys(await readText(file));
  if (partners.length + keys.length === 0) throw new AdminError(`${file} contains no keys.`);
  const ofPartners = await importPartners(target, io, partners, options);
  const byId = new Map(partners.map((partner) => [partner.partnerId, partner]));
  const counts = { new: 0, updated: 0, unchanged: 0, refused: 0 };
  for (const line of keys) {
    const outcome = await untilAvailable(() => importKey(target, line, byId, { ...options, now: io.now() }));
    if (typeof outcome === 'string') counts[outcome]++;
    else {
      counts.refused++;
      io.log(`The key ${shortId(line.sha256)} of partner ${line.partnerId} was refused: ${outcome.refused}.`);
    }
  }
  const { updated, unchanged, refused } = counts;
  const would = options.dryRun ? 'It would be: ' : '';
  io.out(
    `${would}${ofPartners.new} new partners, ${ofPartners.suspended} suspended, ${ofPartners.unchanged} unchanged, ${ofPartners.refused} refused.`,
  );
  io.out(`${would}${counts.new} new keys, ${updated} updated, ${unchanged} unchanged, ${refused} refused.`);
  io.result?.({ dryRun: options.dryRun ?? false, ...counts, partners: ofPartners });
  return refused + ofPartners.refused === 0;
};
