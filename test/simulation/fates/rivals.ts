/** Competitors with their names, counts and brands; links to reviews, which leave tombstones. */
import { brandItem, competitorItem } from '../../../lib/competitors/repository/competitor.ts';
import { competitors } from '../../../lib/competitors/repository/competitors.ts';
import { type LinkPlace, linkItem } from '../../../lib/competitors/repository/link.ts';
import { links } from '../../../lib/competitors/repository/links.ts';
import { countsKey, nameOf, namePut } from '../../../lib/competitors/repository/register.ts';
import type { PartnerStore } from '../../../lib/dynamodb/table/partner-store.ts';
import { keyOf } from '../../../lib/dynamodb/writes/dependent-items.ts';
import { location } from './records.ts';
import { ACCOUNT, account, becameOf, type Case, EFFECT, hasEffect, NUMBER, owner, PARTNER } from './shape.ts';

const CREATED = '2026-01-01T00:00:00.000Z';
const [BRAND_ID, ID] = [500, 501];
const brandOf = (name: string, competitorId = BRAND_ID) =>
  brandItem(PARTNER, { competitorId, accountNumber: ACCOUNT, name, createdAt: CREATED });
const rivalOf = (name: string, { id = ID, alias = '' }: { readonly id?: number; readonly alias?: string } = {}) =>
  competitorItem(PARTNER, {
    ...{ compAccountId: id, accountNumber: ACCOUNT, competitorId: BRAND_ID, name, createdAt: CREATED },
    ...{ location: { zip: '94000' }, businessNumbers: [NUMBER + 1], ...(alias && { alias }) },
  });
const countsItem = (brands: number, locations: number) => ({
  ...{ ...countsKey(owner), type: 'competitorCounts', v: 1, ...owner, brands, locations },
});
type Stored = ReturnType<typeof brandOf>;
const nameItem = (item: Stored, number: number): Stored => {
  const [action] = namePut(owner, nameOf(item), number);
  return (action as { readonly Put: { readonly Item: Stored } }).Put.Item;
};
const brand = () => ({ ...brandOf('Ember'), locations: 1 });
const withRival = () => [
  ...[account(), location(), brand(), nameItem(brandOf('Ember'), BRAND_ID)],
  ...[rivalOf('Oak'), nameItem(rivalOf('Oak'), ID), countsItem(1, 1)],
];
const place = owner;
const result = {};

const made = async (store: PartnerStore, item: Stored) => {
  const { create, counts } = competitors(store);
  return 'done' in (await create(place, item, { counts: await counts(place), result }));
};

const newBrand: Case = {
  name: 'a brand of competitors that is created',
  shape: 'creation',
  isFound: true,
  unknown: 'lost',
  items: () => [account()],
  prepare: async (clean) => {
    const counts = await competitors(clean).counts(place);
    const item = { ...brandOf('Ember'), note: EFFECT };
    return async (store) => becameOf(await competitors(store).create(place, item, { counts, result }));
  },
  isEffect: hasEffect,
  other: (store, count) => made(store, brandOf(`other ${count}`, 600 + count)),
};

/** Another request takes the name. */
const newBrandOfTwo: Case = {
  ...newBrand,
  name: 'a brand of competitors whose name another one takes',
  items: () => [account(), countsItem(0, 0)],
  other: (store, count) => made(store, brandOf('Ember', 600 + count)),
};

const newRival: Case = {
  ...newBrand,
  name: 'a competitor location that is created',
  items: () => [account(), location(), brandOf('Ember'), nameItem(brandOf('Ember'), BRAND_ID), countsItem(1, 0)],
  prepare: async (clean) => {
    const counts = await competitors(clean).counts(place);
    const at = { ...place, businessNumber: NUMBER };
    const item = rivalOf('Oak', { alias: EFFECT });
    return async (store) => becameOf(await competitors(store).create(at, item, { counts, result }));
  },
  other: (store, count) => made(store, rivalOf(`other ${count}`, { id: 600 + count })),
};

const joinedBy = async (store: PartnerStore, businessNumber: number) => {
  const { find, join } = competitors(store);
  const found = await find(place, ID);
  return found !== undefined && 'done' in (await join(place, found, [NUMBER, businessNumber], result));
};
const joined: Case = {
  name: 'an own location that joins a competitor',
  shape: 'dependents',
  items: withRival,
  prepare: async (clean) => {
    const item = (await competitors(clean).find(place, ID))!;
    const at = { ...place, businessNumber: NUMBER };
    return async (store) => becameOf(await competitors(store).join(at, item, [NUMBER, 987_654], result));
  },
  isEffect: (input) => input.includes('987654'),
  other: (store, count) => joinedBy(store, 700 + count),
};

const noRival: Case = {
  ...joined,
  name: 'a competitor location that is deleted',
  shape: 'deletion',
  prepare: async (clean) => {
    const { find, counts } = competitors(clean);
    const [item, all] = [(await find(place, ID))!, await counts(place)];
    return async (store) => becameOf(await competitors(store).remove(item, all));
  },
  isEffect: (input) => input.includes('competitorTombstone'),
};

const noBrand: Case = {
  ...noRival,
  name: 'a brand that is deleted, and made again under its name',
  items: () => [account(), brandOf('Ember'), nameItem(brandOf('Ember'), BRAND_ID), countsItem(1, 0)],
  prepare: async (clean) => {
    const { find, counts } = competitors(clean);
    const [item, all] = [(await find(place, BRAND_ID))!, await counts(place)];
    return async (store) => becameOf(await competitors(store).remove(item, all));
  },
  other: async (store, count) => {
    const named = await store.table.get({ ...nameItem(brandOf('Ember'), 0) } as never);
    return named === undefined && made(store, brandOf('Ember', 600 + count));
  },
};

const SOURCE = 1;
const linkPlace: LinkPlace = { ...owner, businessNumber: NUMBER, compAccountId: ID };
const sourcePlace: LinkPlace = { ...owner, businessNumber: NUMBER };
const link = { sourceId: SOURCE, url: `https://reviews.example/${EFFECT.replaceAll(' ', '-')}` };
const MARK = link.url.slice('https://'.length);
/** What stands at the key of the link. */
const linkAt = ({ table }: PartnerStore, at: LinkPlace) => table.get(keyOf(linkItem(at, link)));
const linkRemoved = async (store: PartnerStore, at: LinkPlace): Promise<boolean> => {
  const found = await linkAt(store, at);
  return found?.url !== undefined && 'done' in (await links(store).remove(found));
};
const linkAdded = async (store: PartnerStore, at: LinkPlace) => {
  const found = await linkAt(store, at);
  return found?.url === undefined && (await links(store).add(at, link, found)) === 'done';
};

/** What a link is of stands. */
const placed = ({ compAccountId }: LinkPlace) => [location(), ...(compAccountId === undefined ? [] : [rivalOf('Oak')])];

/** A link, or a review source, that one request adds and others remove. */
const newLink = (name: string, at: LinkPlace): Case => ({
  name,
  shape: 'creation',
  items: () => placed(at),
  prepare: async (clean) => {
    const found = await linkAt(clean, at);
    return async (store) => becameOf(await links(store).add(at, link, found));
  },
  isEffect: (input) => input.includes(MARK),
  other: (store) => linkRemoved(store, at),
});

const noLink = (name: string, at: LinkPlace): Case => ({
  name,
  shape: 'dependents',
  items: () => [...placed(at), linkItem(at, link)],
  prepare: async (clean) => {
    const found = (await linkAt(clean, at))!;
    return async (store) => becameOf(await links(store).remove(found));
  },
  isEffect: (input) => input.includes('Tombstone'),
  other: async (store, count) => {
    if (count % 2 === 0) return linkRemoved(store, at);
    return linkAdded(store, at);
  },
});

export const rivals: readonly Case[] = [
  ...[newBrand, newBrandOfTwo, newRival, joined, noRival, noBrand],
  ...[newLink('a link to reviews that is added', linkPlace), newLink('a review source that is added', sourcePlace)],
  ...[noLink('a link to reviews that is removed', linkPlace), noLink('a review source that is removed', sourcePlace)],
];
