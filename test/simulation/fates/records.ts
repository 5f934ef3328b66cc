/** Writes of one record, of two, and of a record with what hangs on it. */
import { type Business, businesses, businessItem } from '../../../lib/business/repository/business.ts';
import { type Card, cardsItem, cardsOf } from '../../../lib/cards/repository/cards.ts';
import type { PartnerStore } from '../../../lib/dynamodb/table/partner-store.ts';
import { listingItem, listings } from '../../../lib/listing/repository/listing.ts';
import { type ListingChange, listingWrites } from '../../../lib/listing/repository/listing-writes.ts';
import { questionItem } from '../../../lib/qna/repository/question.ts';
import { questions } from '../../../lib/qna/repository/questions.ts';
import { ACCOUNT, becameOf, type Case, EFFECT, hasEffect, NUMBER, owner, PARTNER } from './shape.ts';

export const location = () =>
  businessItem(PARTNER, {
    businessNumber: NUMBER,
    accountNumber: ACCOUNT,
    listingFixed: false,
    profile: { alias: 'a' },
  });

export const updatedByAnother = async (store: PartnerStore, count: number): Promise<boolean> => {
  await businesses(store).update(NUMBER, { writes: { keywords: `other ${count}` } });
  return true;
};

const blind: Case = {
  name: 'an update of a location that was not read',
  shape: 'record',
  items: () => [location()],
  prepare: async () => async (store) => becameOf(await businesses(store).update(NUMBER, { writes: { alias: EFFECT } })),
  isEffect: hasEffect,
  other: updatedByAnother,
  isBlind: true,
};

const based: Case = {
  ...blind,
  name: 'an update of a location that was read',
  prepare: async (clean) => {
    const basedOn = (await businesses(clean).find(NUMBER)) as Business;
    return async (store) => becameOf(await businesses(store).update(NUMBER, { writes: { alias: EFFECT }, basedOn }));
  },
  isBlind: false,
};

const cardOf = (title: string): Card => ({
  cardId: 1,
  title,
  imagePosition: 'top',
  isVisible: 1,
  isPinOnTop: 0,
});

const cards: Case = {
  name: 'an update of cards',
  shape: 'record',
  items: () => [
    location(),
    cardsItem(PARTNER, { businessNumber: NUMBER, accountNumber: ACCOUNT, cards: [cardOf('before')] }),
  ],
  prepare: async (clean) => {
    const record = (await cardsOf(clean).find(NUMBER))!;
    return async (store) => becameOf(await cardsOf(store).write(record, [cardOf(EFFECT)]));
  },
  isEffect: hasEffect,
  other: async (store, count) => {
    const { find, write } = cardsOf(store);
    await write((await find(NUMBER))!, [cardOf(`other ${count}`)]);
    return true;
  },
};

const firstCards: Case = {
  ...cards,
  name: 'the first card of a location',
  shape: 'creation',
  items: () => [location()],
};

const questionOf = (question: string) => ({
  id: 7,
  question,
  answers: [],
  businessNumbers: [],
  updatedDate: '2026-01-01T00:00:00.000Z',
});

export const question: Case = {
  name: 'a question that is replaced',
  shape: 'dependents',
  items: () => [questionItem(owner, questionOf('before'))],
  prepare: async (clean) => {
    const stored = (await questions(clean).find(owner, 7))!;
    return async (store) => becameOf(await questions(store).replace(stored, questionOf(EFFECT)));
  },
  isEffect: hasEffect,
  other: async (store, count) => {
    const { find, replace } = questions(store);
    const stored = await find(owner, 7);
    if (!stored) return false;
    await replace(stored, questionOf(`other ${count}`));
    return true;
  },
};

const changeOf = (text: string, isProfile: boolean): ListingChange => ({
  profile: isProfile ? { alias: text } : {},
  own: { 'thirdPartyListing.thirdPartyCategory': text },
  state: 'deactivated',
  changed: [],
});

const listed = (name: string, isProfile: boolean, isOtherProfile: boolean): Case => ({
  name,
  shape: 'two-sided',
  items: () => [
    location(),
    listingItem(PARTNER, { businessNumber: NUMBER, accountNumber: ACCOUNT, own: {}, state: 'deactivated' }),
  ],
  prepare: async (clean) => {
    const record = (await listings(clean).find(NUMBER))!;
    return async (store) => becameOf(await listingWrites(store).save(record, changeOf(EFFECT, isProfile)));
  },
  isEffect: hasEffect,
  other: async (store, count) => {
    if (isOtherProfile) return updatedByAnother(store, count);
    const record = (await listings(store).find(NUMBER))!;
    await listingWrites(store).save(record, changeOf(`other ${count}`, false));
    return true;
  },
});

export const records: readonly Case[] = [
  blind,
  based,
  cards,
  question,
  firstCards,
  listed('both sides of a listing, of which others write the profile', true, true),
  listed('both sides of a listing, of which others write the other side', true, false),
  listed('one side of a listing, of which others write the profile', false, true),
  listed('one side of a listing, of which others write the same side', false, false),
  {
    ...listed('one side of a listing, of which others write both', false, false),
    other: async (store, count) => {
      if (count === 0) await updatedByAnother(store, count);
      const record = (await listings(store).find(NUMBER))!;
      await listingWrites(store).save(record, changeOf(`other ${count}`, false));
      return true;
    },
  },
];
