/**
 * The line of a partner's key. A load creates a key, and may revoke it, make it expire earlier or limit it to a
 * connector; it never restores a key, lifts its limit or gives it to another partner.
 */
import { text, trueOrFalse } from '../../../lib/contract/atoms.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { saveVersion } from '../../../lib/dynamodb/writes/save-version.ts';
import {
  apiKeyEntity,
  apiKeyFrom,
  apiKeyItem,
  apiKeyKey,
  isUsable,
  keyHash,
} from '../../../lib/partners/repository/api-key.ts';
import { partnerKey } from '../../../lib/partners/repository/partner.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, lineOf, partnerIdText, positive, type Refused, refused } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

interface ApiKeyLine {
  readonly partnerId: string;
  readonly key: string;
  readonly plan: string;
  readonly expiresAt?: string;
  readonly revoked?: boolean;
  /** A connector's key, and the account in which alone it works. */
  readonly connector?: boolean;
  readonly accountNumber?: number;
}

const secret = {
  ...text,
  pattern: '^[A-Za-z0-9_-]{20,128}$',
  'x-errors': { pattern: 'must be 20 to 128 of A-Z, a-z, 0-9, _ and -' },
} as const;
/** Attributes of a stored key that stay where the line omits them: an operator may have set them since. */
const KEPT = ['expiresAt', 'revoked', 'suspended', 'issuedAt', 'name'] as const;

/** Whether a line would let the key of a connector do more than it does. */
const isWider = (fresh: Item, { connector, accountNumber }: Item): boolean =>
  connector === true &&
  (fresh.connector !== true || (accountNumber !== undefined && fresh.accountNumber !== accountNumber));

/** The stored key with the changes of the line. */
const over = (meteringKey: unknown, fresh: Item, found: Item): Item | Refused => {
  if (found.partnerId !== fresh.partnerId) return refused('key belongs to another partner');
  if (found.revoked === true && fresh.revoked === false)
    return refused('the key is revoked, which no import reverts: issue another one');
  if (found.expiresAt !== undefined && String(fresh.expiresAt ?? '') > String(found.expiresAt))
    return refused(`the key expires at ${found.expiresAt}, which no import extends: issue another one`);
  if (isWider(fresh, found)) {
    const account = found.accountNumber === undefined ? '' : ` in account ${found.accountNumber}`;
    return refused(`the key is for a connector${account} alone, which no import extends: issue another one`);
  }
  const kept = KEPT.filter((name) => fresh[name] === undefined && found[name] !== undefined);
  return { ...fresh, meteringKey, ...Object.fromEntries(kept.map((name) => [name, found[name]])) };
};

const isSuspended = async (table: Table, partnerId: string): Promise<boolean> =>
  (await table.get(partnerKey(partnerId)))?.suspendedAt !== undefined;

export const apiKeyLine: LineKind = {
  entity: apiKeyEntity,
  pass: 2,
  schema: lineOf(
    { partnerId: partnerIdText, key: secret, plan: text },
    { expiresAt: pointInTime, revoked: trueOrFalse, connector: trueOrFalse, accountNumber: positive },
  ),
  read(fields) {
    // In UTC: a time without a zone would mean another moment on another machine.
    const read = inUtc(fields as unknown as ApiKeyLine, ['expiresAt']);
    if ('refused' in read) return read;
    const { partnerId, key, plan, expiresAt, revoked, connector, accountNumber } = read;
    if (accountNumber !== undefined && !connector) return refused('accountNumber is for a key with connector alone');
    const sha256 = keyHash(key);
    const state = { ...(expiresAt !== undefined && { expiresAt }), ...(revoked !== undefined && { revoked }) };
    const opens = { ...(connector && { connector }), ...(accountNumber !== undefined && { accountNumber }) };
    return {
      about: `key ${sha256.slice(0, 12)}`,
      async write(context) {
        if (!(await context.owners.hasPartner(partnerId))) return refused(`partner ${partnerId} does not exist`);
        if (accountNumber !== undefined) {
          const owner = await context.owners.ofAccount(accountNumber);
          if (owner === undefined) return refused(`account ${accountNumber} does not exist`);
          if (owner !== partnerId) return refused(`account ${accountNumber} belongs to another partner`);
        }
        const { plans } = context;
        if (!plans.includes(plan)) return refused(`usage plan ${plan} does not exist: use ${plans.join(', ')}`);
        if (await isSuspended(context.table, partnerId)) return refused(`partner ${partnerId} is suspended`);
        const stored = await context.table.get(apiKeyKey(sha256));
        const isOpen = isUsable({ partnerId, plan, meteringKey: '', ...state }, Date.now());
        // A key that no longer works needs none. A dry run makes none, and assumes that a stored key has the right one.
        const meters = !context.dryRun && isOpen && (!stored || isUsable(apiKeyFrom(stored), Date.now()));
        const made = meters ? await context.meteringKeys(partnerId, plan) : undefined;
        const fresh = apiKeyItem(sha256, { partnerId, plan, meteringKey: made ?? '', ...state, ...opens });
        const written = await upsert(context, {
          fresh,
          over: (found) => over(made === undefined ? found.meteringKey : made, fresh, found),
        });
        // If an operator suspends the partner meanwhile, the list of keys to mark was read before this key was written,
        // or after it. So one of the two marks it.
        if (!context.dryRun && (await isSuspended(context.table, partnerId)))
          await saveVersion(
            { table: context.table, partnerId },
            { key: apiKeyKey(sha256), changes: { suspended: true } },
          );
        return written;
      },
    };
  },
};
