/** Adds, lists and removes links to reviews: of competitor locations, and of own locations. */
import { reviewSourceList } from '../catalog/review-sources.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { inOrder } from '../contract/folded-text.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { type LinkPlace, linkFrom, linkItem, MOST_LINKS, type NewLink, type ReviewLink } from './repository/link.ts';
import { links } from './repository/links.ts';

type Refused = { readonly refused: ErrorEntry };

/** Finds the place of the links; `undefined` if the request names none of the partner's. */
export type FindPlace = (store: PartnerStore) => Promise<LinkPlace | undefined>;

interface AddCommand {
  readonly place: FindPlace;
  readonly link: NewLink;
  readonly validateOnly: boolean;
  /** The error of one link too many. */
  readonly tooMany: ErrorEntry;
}

interface RemoveCommand {
  readonly place: FindPlace;
  readonly id: number;
  readonly validateOnly: boolean;
}

const sameKey = (a: Item) => (b: Item) => a.sk === b.sk;

/**
 * Adds a link, or returns the one that exists; with id 0 if it is only validated.
 *
 * @throws StoreUnavailable
 */
export const addLinkIn = async (
  store: PartnerStore,
  { place: findPlace, link, validateOnly, tooMany }: AddCommand,
): Promise<ReviewLink | Refused> => {
  const { of, add, keep, isAccountThere } = links(store);
  return until<ReviewLink | Refused>(USUAL_ATTEMPTS, async (before) => {
    const place = await findPlace(store);
    // What refused the attempt before this one may have been that.
    if (!place || (before > 0 && !(await isAccountThere(place)))) return { refused: errors.businessInvalid };
    const wanted = linkItem(place, link);
    const done = linkFrom(wanted);
    if (store.idempotency?.executed) return done;
    const found = await of(place, { consistent: true });
    const existing = found.links.find(sameKey(wanted));
    if (!existing && found.links.length >= MOST_LINKS) return { refused: tooMany };
    if (validateOnly) return { ...done, id: 0 };
    if (existing) {
      await keep(existing);
      return done;
    }
    const outcome = await add(place, link, found.tombstones.find(sameKey(wanted)));
    return outcome === 'changed' ? outcome : done;
  });
};

/** @throws StoreUnavailable */
export const removeLinkIn = async (
  store: PartnerStore,
  { place: findPlace, id, validateOnly }: RemoveCommand,
): Promise<'done' | Refused> => {
  if (store.idempotency?.executed) return 'done';
  const { of, remove } = links(store);
  return until<'done' | Refused>(USUAL_ATTEMPTS, async () => {
    const place = await findPlace(store);
    if (!place) return { refused: errors.businessInvalid };
    const found = await of(place, { consistent: true });
    const link = found.links.find((item) => item.id === id);
    if (!link) return { refused: errors.aggregationInvalid };
    if (validateOnly) return 'done';
    return 'refused' in (await remove(link)) ? 'changed' : 'done';
  });
};

const places = new Map(reviewSourceList.map(({ sourceId }, index) => [sourceId, index]));
const placeOf = ({ sourceId }: ReviewLink): number => places.get(sourceId) ?? reviewSourceList.length;

/** The links of a place by source, in the catalogue's order, then by URL; `undefined` if there is no such place. */
export const linksIn = async (
  store: PartnerStore,
  findPlace: FindPlace,
): Promise<readonly ReviewLink[] | undefined> => {
  const place = await findPlace(store);
  if (!place) return undefined;
  const found = await links(store).of(place, { consistent: false });
  return found.links
    .map(linkFrom)
    .toSorted((a, b) => placeOf(a) - placeOf(b) || a.sourceId - b.sourceId || inOrder(a.url, b.url));
};
