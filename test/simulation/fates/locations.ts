/** Locations and questions that are created or deleted, with a tombstone or none. */
import { businesses } from '../../../lib/business/repository/business.ts';
import type { NewBusiness } from '../../../lib/business/repository/creation.ts';
import { creations } from '../../../lib/business/repository/creations.ts';
import { deletions } from '../../../lib/business/repository/deletion.ts';
import { questions } from '../../../lib/qna/repository/questions.ts';
import { location, question, updatedByAnother } from './records.ts';
import { ACCOUNT, account, becameOf, type Case, EFFECT, hasEffect, NUMBER, owner } from './shape.ts';

const newBusiness = (name: string): NewBusiness => ({
  kind: 'business',
  businessType: 'Business',
  below: ACCOUNT,
  name: 'Twin',
  zip: '94000',
  phone: '6505550100',
  fields: { alias: name },
  aggrOptions: 0,
});
const context = { isClosing: false, twin: undefined, createdBy: 'sim', stale: undefined };

const creation: Case = {
  name: 'a location that is created',
  isFound: true,
  unknown: 'lost',
  shape: 'creation',
  items: () => [account()],
  prepare: async () => async (store) => becameOf(await creations(store).put(newBusiness(EFFECT), context)),
  isEffect: hasEffect,
  other: async (store, count) => {
    await creations(store).put(newBusiness(`other ${count}`), context);
    return true;
  },
};

const noQuestion: Case = {
  ...question,
  name: 'a question that is deleted',
  unknown: 'landed',
  shape: 'deletion',
  prepare: async (clean) => {
    const stored = (await questions(clean).find(owner, 7))!;
    return async (store) => becameOf(await questions(store).remove(stored));
  },
  isEffect: (input) => input.includes('"Delete"'),
};

const noLocation: Case = {
  name: 'a location that is deleted',
  shape: 'deletion',
  items: () => [location()],
  prepare: async (clean) => {
    const found = (await businesses(clean).find(NUMBER))!;
    return async (store) => becameOf(await deletions(store).location(found));
  },
  isEffect: (input) => input.includes('"tombstone"'),
  other: updatedByAnother,
};

export const locations: readonly Case[] = [creation, noQuestion, noLocation];
