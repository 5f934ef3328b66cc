/** Creates a competitor: reads its account, brand and name, writes, and reads again if another request interfered. */
import { drawNumber } from '../business/repository/creation.ts';
import { tombstoneKey } from '../business/repository/tombstone.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { clock } from '../dynamodb/client/clock.ts';
import { showAgain } from '../dynamodb/stream/tombstones.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { until } from '../dynamodb/writes/until.ts';
import { tooManyCompetitors, tooManyOwnLocations } from './contracts/create-competitor.ts';
import { amountsAdded } from './repository/change.ts';
import { BRAND, brandItem, competitorItem, MOST_OWN_LOCATIONS, numberOf } from './repository/competitor.ts';
import { type CompetitorPlace, competitors } from './repository/competitors.ts';
import { fullKind, nameOf } from './repository/register.ts';
import type { NewCompetitor } from './rules/creation.ts';

/** Each other attempt means that another request has written a competitor of the account. */
const ATTEMPTS = { attempts: 20, mostDoublings: 5 } as const;

export interface CreatedCompetitor {
  readonly accountNumber: number;
  /** 0 for a new brand that is only validated. */
  readonly competitorId: number;
  /** 0 for a new location that is only validated; absent of a brand. */
  readonly compAccountId?: number;
  readonly isPresent: boolean;
}

type Outcome = CreatedCompetitor | { readonly refused: ErrorEntry };

interface Command {
  /** Of the account, or of the own location that it competes with. */
  readonly businessId: number;
  readonly competitor: NewCompetitor;
  readonly validateOnly: boolean;
}

/** What an idempotency record keeps, in numbers. */
const resultOf = ({ accountNumber, competitorId, compAccountId, isPresent }: CreatedCompetitor) => ({
  accountNumber,
  competitorId,
  ...(compAccountId !== undefined && { compAccountId }),
  isPresent: Number(isPresent),
});

const createdBefore = (result: Readonly<Record<string, unknown>> = {}): CreatedCompetitor => ({
  accountNumber: Number(result.accountNumber),
  competitorId: Number(result.competitorId),
  ...(result.compAccountId !== undefined && { compAccountId: Number(result.compAccountId) }),
  isPresent: Number(result.isPresent) === 1,
});

const createdAs = (item: Item, isPresent: boolean): CreatedCompetitor => ({
  accountNumber: Number(item.accountNumber),
  competitorId: Number(item.competitorId),
  ...(item.type !== BRAND && { compAccountId: numberOf(item) }),
  isPresent,
});

/** The item as it would be created under a number. */
const itemFor = (place: CompetitorPlace, { competitorId, name, ...rest }: NewCompetitor, number: number): Item => {
  const { partnerId, accountNumber, businessNumber } = place;
  const shared = { accountNumber, name, createdAt: new Date(clock.now()).toISOString() };
  if (competitorId === undefined) return brandItem(partnerId, { ...shared, competitorId: number });
  const businessNumbers = businessNumber === undefined ? [] : [businessNumber];
  return competitorItem(partnerId, { ...shared, ...rest, competitorId, compAccountId: number, businessNumbers });
};

/** The own locations of one that is there already, with that of the request; `undefined` if it competes with it already. */
const joined = (item: Item, { businessNumber }: CompetitorPlace): readonly number[] | undefined => {
  const named = (item.businessNumbers ?? []) as readonly number[];
  if (businessNumber === undefined || named.length === 0 || named.includes(businessNumber)) return undefined;
  return [...named, businessNumber];
};

const present = async (
  store: PartnerStore,
  place: CompetitorPlace,
  item: Item,
  validateOnly: boolean,
): Promise<Outcome | 'changed'> => {
  const { join, keep } = competitors(store);
  const there = createdAs(item, true);
  const numbers = joined(item, place);
  if (numbers && numbers.length > MOST_OWN_LOCATIONS) return { refused: tooManyOwnLocations };
  if (validateOnly) return there;
  const written = await (numbers ? join(place, item, numbers, resultOf(there)) : keep(item, resultOf(there)));
  if ('refused' in written) return 'changed';
  return 'executed' in written ? createdBefore(written.executed.result) : there;
};

/** A location that was deleted meanwhile is shown again to what removes it from its competitors. */
const postCommitCheck = async ({ table, partnerId }: PartnerStore, { businessNumber }: CompetitorPlace) => {
  if (businessNumber === undefined) return;
  const tombstone = await table.get(tombstoneKey(partnerId, 'business', businessNumber));
  if (tombstone) await showAgain(table, tombstone);
};

/** @throws StoreUnavailable if other requests interfered each time, or if it is unknown whether the write landed */
export const createCompetitorIn = async (
  store: PartnerStore,
  { businessId, competitor, validateOnly }: Command,
): Promise<Outcome> => {
  const { placeOf, find, look, create } = competitors(store);
  if (store.idempotency?.executed) return createdBefore(store.idempotency.executed.result);
  return until<Outcome>(ATTEMPTS, async () => {
    const place = await placeOf(businessId);
    if (!place) return { refused: errors.businessInvalid };
    const brand = competitor.competitorId === undefined ? undefined : await find(place, competitor.competitorId);
    if (competitor.competitorId !== undefined && brand?.type !== BRAND) return { refused: errors.businessInvalid };
    const item = itemFor(place, competitor, drawNumber());
    const { twin, counts } = await look(place, nameOf(item)!);
    if (twin) return present(store, place, twin, validateOnly);
    const full = fullKind(counts, amountsAdded(undefined, item));
    if (full) return { refused: tooManyCompetitors[full] };
    const created = createdAs(item, false);
    if (validateOnly) return createdAs({ ...item, ...(brand ? { compAccountId: 0 } : { competitorId: 0 }) }, false);
    const written = await create(place, item, { counts, result: resultOf(created) });
    if ('refused' in written) return 'changed';
    if ('executed' in written) return createdBefore(written.executed.result);
    await postCommitCheck(store, place);
    return created;
  });
};
