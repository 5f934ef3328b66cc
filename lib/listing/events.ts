/** Events of listings: created, changed, published, taken back (docs/decisions.md: events). Pure. */
import { businessFrom } from '../business/repository/business.ts';
import { changedPaths } from '../contract/changed-paths.ts';
import type { Changes } from '../contract/fields.ts';
import type { EventsOf, ModuleEvent } from '../dynamodb/stream/change.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { blocksReply } from './reply.ts';
import { type ListingState, listingFrom, shownState } from './repository/listing.ts';
import { type FieldsOfRecord, fieldsOf } from './rules/record.ts';

const MOST_PATHS = 100;

const eventOf = (item: Item, listingState: ListingState, changed: readonly string[]): ModuleEvent => {
  const accountNumber = Number(item.accountNumber);
  const businessId = Number(item.businessNumber);
  return {
    type: 'LISTING_UPDATED',
    partnerId: String(item.partnerId),
    accountNumber,
    businessIds: [businessId],
    data: { businessId, accountNumber, listingState, changed: changed.slice(0, MOST_PATHS) },
  };
};

const differing = (before: FieldsOfRecord, after: FieldsOfRecord): string[] =>
  changedPaths(blocksReply(before), blocksReply(after), new Set());

const recordFields = (item: Item | undefined): FieldsOfRecord => ({
  profile: {},
  own: item ? listingFrom(item).own : ({} satisfies Changes),
});

/** Every write of a listing writes the listing's own item, which says what the write has changed in both items. */
const eventsOfListing = (oldImage: Item | undefined, newImage: Item): readonly ModuleEvent[] => {
  if (oldImage?.p0 === newImage.p0) return [];
  const { state, changed } = listingFrom(newImage);
  const paths = changed ?? differing(recordFields(oldImage), recordFields(newImage));
  const isChanged = changed !== undefined || paths.length > 0 || oldImage?.state !== state;
  return isChanged ? [eventOf(newImage, state, paths)] : [];
};

/** A changed profile also changes its listing while that is published, unless the listing itself was written. */
const eventsOfProfile = (oldImage: Item | undefined, newImage: Item): readonly ModuleEvent[] => {
  if (!oldImage || oldImage.p0 === newImage.p0 || newImage.listingMark === newImage.p0) return [];
  const [before, after] = [businessFrom(oldImage), businessFrom(newImage)];
  if (!before.listingFixed && !after.listingFixed) return [];
  const changed = differing(
    fieldsOf({ business: before, listing: undefined }),
    fieldsOf({ business: after, listing: undefined }),
  );
  const isSwitched = before.listingFixed !== after.listingFixed;
  if (!isSwitched && changed.length === 0) return [];
  const paths = [...(isSwitched ? ['listingFixed'] : []), ...changed];
  return [eventOf(newImage, shownState(after, after.listingFixed ? 'published' : 'deactivated'), paths)];
};

export const listingEvents: EventsOf = ({ oldImage, newImage }) => {
  if (newImage?.type === 'listing') return eventsOfListing(oldImage, newImage);
  return newImage?.type === 'business' ? eventsOfProfile(oldImage, newImage) : [];
};
