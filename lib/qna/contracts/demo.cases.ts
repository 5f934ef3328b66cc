/** What the demo data has of questions, for the cases of their contracts. */
import * as errors from '../../contract/error-rows.ts';
import { foreignAccount } from '../../contract/foreign.ts';

/** Of account 700100: of one of its locations, and of all. */
export const DEMO = { bikes: 760001, gifts: 760002, absent: 769999 } as const;

/** The other partner's question, and an id that no question has. */
export const FOREIGN = { foreign: 860001, absent: 869999 } as const;

export const foreignOwner = (body?: unknown) => foreignAccount('x-business-number', errors.businessInvalid, body);

const shown = { source: 'USER', sourceType: 'API', sourceValue: '' } as const;

export const bikes = {
  id: DEMO.bikes,
  question: {
    text: 'Is there parking for bikes?',
    updatedDate: '2026-02-10T09:00:00.000Z',
    answers: [{ text: 'Yes, at the curb in front of the patio.' }],
  },
  allLocations: false,
  ...shown,
  businessNumbers: [700101],
} as const;

export const gifts = {
  id: DEMO.gifts,
  question: {
    text: 'Do you sell gift cards?',
    updatedDate: '2026-02-12T15:30:00.000Z',
    answers: [{ text: 'Yes, at the counter.' }, { text: 'And online, from 10 dollars.' }],
  },
  allLocations: true,
  ...shown,
  businessNumbers: [],
} as const;
