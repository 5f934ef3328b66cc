/** A partner's key. A load gives it, and may revoke it or end it earlier; it neither restores one nor hands it to another partner. */
import { text, trueOrFalse } from '../../../../lib/contract/atoms.ts';
import type { Item } from '../../../../lib/dynamodb/attributes.ts';
import type { Table } from '../../../../lib/dynamodb/table.ts';
import { saveVersion } from '../../../../lib/dynamodb/versioned.ts';
import { apiKeyEntity, apiKeyItem, apiKeyKey, keyHash } from '../../../../lib/partners/repository/api-key.ts';
import { partnerKey } from '../../../../lib/partners/repository/partner.ts';
import { bring } from '../bring.ts';
import { type LineKind, lineOf, partnerIdText, type Refused, refused } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

interface ApiKeyLine {
  readonly partnerId: string;
  readonly key: string;
  readonly plan: string;
  readonly expiresAt?: string;
  readonly revoked?: boolean;
}

const secret = {
  ...text,
  pattern: '^[A-Za-z0-9_-]{20,128}$',
  'x-errors': { pattern: 'must be 20 to 128 of A-Z, a-z, 0-9, _ and -' },
} as const;
/** What a stored key keeps where the line is silent: an operator may have set it since. */
const KEPT = ['expiresAt', 'revoked', 'suspended', 'issuedAt', 'name'] as const;

/** A stored key as the line would have it. */
const over = (meteringKey: unknown, fresh: Item, found: Item): Item | Refused => {
  if (found.partnerId !== fresh.partnerId) return refused('key belongs to another partner');
  if (found.revoked === true && fresh.revoked === false)
    return refused('the key is revoked, which no import takes back: issue another one');
  if (found.expiresAt !== undefined && String(fresh.expiresAt ?? '') > String(found.expiresAt))
    return refused(`the key ends at ${found.expiresAt}, which no import puts off: issue another one`);
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
    { expiresAt: pointInTime, revoked: trueOrFalse },
  ),
  read(fields) {
    // In UTC: a time without a zone would mean another moment on another machine.
    const read = inUtc(fields as unknown as ApiKeyLine, ['expiresAt']);
    if ('refused' in read) return read;
    const { partnerId, key, plan, expiresAt, revoked } = read;
    const sha256 = keyHash(key);
    const state = { ...(expiresAt !== undefined && { expiresAt }), ...(revoked !== undefined && { revoked }) };
    return {
      about: `key ${sha256.slice(0, 12)}`,
      async write(context) {
        if (!(await context.owners.hasPartner(partnerId))) return refused(`partner ${partnerId} does not exist`);
        const { plans } = context;
        if (!plans.includes(plan)) return refused(`usage plan ${plan} does not exist: use ${plans.join(', ')}`);
        if (await isSuspended(context.table, partnerId)) return refused(`partner ${partnerId} is suspended`);
        // A dry run makes none: that of a stored key is taken to be right.
        const made = context.dryRun ? undefined : await context.meteringKeys(partnerId, plan);
        const fresh = apiKeyItem(sha256, { partnerId, plan, meteringKey: made ?? '', ...state });
        const written = await bring(context, {
          fresh,
          over: (found) => over(made === undefined ? found.meteringKey : made, fresh, found),
        });
        // Who suspended it since has listed its keys before this one, or after it: one of the two marks it.
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
