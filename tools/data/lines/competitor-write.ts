/**
 * Writes the line of a competitor: its item with its name, the counts of its account and the number of locations of its
 * brand, in one transaction, as operations do.
 */
import { accompanying, amountsAdded } from '../../../lib/competitors/repository/change.ts';
import { BRAND, brandKey, competitorKey, numberOf } from '../../../lib/competitors/repository/competitor.ts';
import {
  type CompetitorOwner,
  countsOf,
  fullKind,
  MOST_BRANDS,
  MOST_LOCATIONS,
  nameKey,
  nameOf,
} from '../../../lib/competitors/repository/register.ts';
import { competitorTombstoneKey } from '../../../lib/competitors/repository/tombstone.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import { pauseBefore } from '../../../lib/dynamodb/client/pause.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { keyOf, updateAction } from '../../../lib/dynamodb/writes/dependent-items.ts';
import { markAbove, oneWriteLater } from '../../../lib/dynamodb/writes/marks.ts';
import type { Action } from '../../../lib/dynamodb/writes/transactions.ts';
import { isOwn } from '../sent-writes.ts';
import { asLoaded, IF_NEW, stepTo, written } from '../upsert.ts';
import { type LoadContext, type Refused, refused, refusedMove, type Written } from './line.ts';

/** How often the competitor is read again when others write competitors of the account meanwhile. */
const ATTEMPTS = 25;
const PATIENCE = { attempts: 25 };
const MOST_DOUBLINGS = 5;

const LIMITS = {
  brands: `an account has at most ${MOST_BRANDS} competitor brands`,
  locations: `an account has at most ${MOST_LOCATIONS} competitor locations`,
} as const;

/** Why the line can't be written as things stand. */
const obstacle = async (
  { table, dryRun, owners }: LoadContext,
  owner: CompetitorOwner,
  fresh: Item,
): Promise<Refused | undefined> => {
  const { partnerId, accountNumber } = owner;
  const number = numberOf(fresh);
  const other = await table.get((fresh.type === BRAND ? competitorKey : brandKey)(partnerId, number));
  if (other) return refused(`${number} is the number of a competitor ${fresh.type === BRAND ? 'location' : 'brand'}`);
  if (fresh.type !== BRAND && fresh.competitorId !== undefined) {
    const key = brandKey(partnerId, Number(fresh.competitorId));
    const brand = dryRun && owners.pretended(key) ? { accountNumber } : await table.get(key);
    if (brand?.accountNumber !== accountNumber)
      return refused(`competitor brand ${fresh.competitorId} does not belong to account ${accountNumber}`);
  }
  const name = nameOf(fresh);
  const holder = name === undefined ? undefined : await table.get(nameKey(owner, name));
  return holder && holder.number !== number ? refused(`competitor ${holder.number} has this name already`) : undefined;
};

/** The item's own action: a new item goes on above the tombstone that one of its number has left. */
const ownActions = (
  context: LoadContext,
  fresh: Item,
  found: Item | undefined,
  tombstone: Item | undefined,
  changes: Readonly<Record<string, unknown>>,
): readonly Action[] => {
  if (found) return [updateAction(found, changes, { quiet: !context.events })];
  const key = competitorTombstoneKey(String(fresh.partnerId), numberOf(fresh));
  const gone: Action = tombstone
    ? {
        Delete: { Key: key, ConditionExpression: 'p0 = :mark', ExpressionAttributeValues: { ':mark': tombstone.p0 } },
      }
    : { ConditionCheck: { Key: key, ConditionExpression: IF_NEW } };
  return [{ Put: { Item: asLoaded(fresh, context), ConditionExpression: IF_NEW } }, gone];
};

/**
 * @param fresh - the complete item, as if none were stored
 * @throws StoreUnavailable if others keep writing competitors of the account
 */
export const writeCompetitor = async (context: LoadContext, fresh: Item): Promise<Written> => {
  const { table, dryRun } = context;
  const owner = { partnerId: String(fresh.partnerId), accountNumber: Number(fresh.accountNumber) };
  const number = numberOf(fresh);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 1) await pauseBefore(Math.min(attempt - 1, MOST_DOUBLINGS));
    const found = await table.get(keyOf(fresh));
    const moved = refusedMove(found, `competitor ${number}`, owner.accountNumber);
    if (moved) return moved;
    const tombstone = found ? undefined : await table.get(competitorTombstoneKey(owner.partnerId, number));
    const wanted: Item = {
      ...fresh,
      ...(found?.locations !== undefined && { locations: found.locations }),
      ...(tombstone && oneWriteLater(tombstone, markAbove(tombstone))),
    };
    const step = stepTo(found, wanted, context);
    if (found && !step.changes) return written(step);
    const refusal = await obstacle(context, owner, wanted);
    if (refusal) return refusal;
    const counts = await countsOf(table, owner);
    const full = fullKind(counts, amountsAdded(found, wanted));
    if (full) return refused(LIMITS[full]);
    if (dryRun) {
      context.owners.pretend(wanted);
      return written(step);
    }
    const outcome = await table.transact(
      [...ownActions(context, wanted, found, tombstone, step.changes ?? {}), ...accompanying(found, wanted, counts)],
      undefined,
      PATIENCE,
    );
    if (!outcome || (!found && isOwn(outcome, wanted))) return written(step);
  }
  throw new StoreUnavailable('other writers keep changing the competitors of the account');
};
