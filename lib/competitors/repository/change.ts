/**
 * What goes with a write of a competitor, in its transaction: its name, the counts of the account, and the number of
 * locations of its brand. Operations, data files and removals write competitors by these alone.
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { ifUnchanged } from '../../dynamodb/writes/dependent-items.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { BRAND, brandKey, COMPETITOR, numberOf } from './competitor.ts';
import {
  type Amounts,
  type CompetitorOwner,
  type Counts,
  countsAction,
  nameDeletion,
  nameOf,
  namePut,
} from './register.ts';
import { competitorTombstone } from './tombstone.ts';

const ownerOf = ({ partnerId, accountNumber }: Item): CompetitorOwner => ({
  partnerId: String(partnerId),
  accountNumber: Number(accountNumber),
});

const brandIn = (item: Item | undefined): number | undefined =>
  item?.type === COMPETITOR && item.competitorId !== undefined ? Number(item.competitorId) : undefined;

/** A brand gains or loses a location. It must be there. */
const brandAction = (partnerId: string, competitorId: number | undefined, added: number): readonly Action[] =>
  competitorId === undefined
    ? []
    : [
        {
          Update: {
            Key: brandKey(partnerId, competitorId),
            UpdateExpression: 'SET locations = if_not_exists(locations, :zero) + :added',
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeValues: { ':zero': 0, ':added': added },
          },
        },
      ];

/** What a write adds to the counts of the account. */
export const amountsAdded = (before: Item | undefined, after: Item | undefined): Amounts => ({
  brands: Number(after?.type === BRAND) - Number(before?.type === BRAND),
  locations: Number(after?.type === COMPETITOR) - Number(before?.type === COMPETITOR),
});

/** The actions that go with a write of a competitor, from one state of its item to another. */
export const accompanying = (before: Item | undefined, after: Item | undefined, counts: Counts): readonly Action[] => {
  const owner = ownerOf((after ?? before)!);
  const [old, fresh] = [nameOf(before), nameOf(after)];
  const [oldBrand, freshBrand] = [brandIn(before), brandIn(after)];
  return [
    ...(old === fresh ? [] : [...namePut(owner, fresh, numberOf((after ?? before)!)), ...nameDeletion(owner, old)]),
    ...(oldBrand === freshBrand
      ? []
      : [...brandAction(owner.partnerId, freshBrand, 1), ...brandAction(owner.partnerId, oldBrand, -1)]),
    ...countsAction(owner, counts, amountsAdded(before, after)),
  ];
};

/**
 * The deletion of a competitor as it was read, its own action first: a brand only while it has no locations. It leaves a
 * tombstone.
 */
export const removalOf = (item: Item, mark: string, counts: Counts): readonly Action[] => {
  const { ConditionExpression, ExpressionAttributeValues } = ifUnchanged(item);
  const isBrand = item.type === BRAND;
  const own: Action = {
    Delete: {
      Key: { pk: String(item.pk), sk: String(item.sk) },
      ConditionExpression: `${ConditionExpression}${isBrand ? ' AND (attribute_not_exists(locations) OR locations = :none)' : ''}`,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ...(isBrand && { ':none': 0 }) },
    },
  };
  return [own, { Put: { Item: competitorTombstone(item, mark) } }, ...accompanying(item, undefined, counts)];
};
