/** What insights of listings declare (lib/entities.ts). */
import { chunksOf } from '../../dynamodb/client/concurrency.ts';
import type { Entity } from '../../dynamodb/table/entity.ts';
import { deletionOf, lyingAt } from '../../dynamodb/writes/dependent-items.ts';
import { sumsOfInsight } from '../rules/listing-insights.ts';
import { monthInsightsSortKey } from './counts.ts';
import { insightFrom, insightsOfLocation, LISTING_INSIGHT } from './insight.ts';

/** So many are removed in one transaction. */
const AT_ONCE = 50;

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const listingInsightEntity: Entity = {
  type: LISTING_INSIGHT,
  keys: {
    pk: 'P#<partner>#BUSINESS#<number>#INSIGHTS',
    sk: '<day>',
    index: ['P#<partner>#ACCOUNT#<account>#INSIGHTS', '<number>#<day>'],
  },
  answers: 'How often was this location seen and used on the sites on this day?',
  attributes: {
    type: 'object',
    required: ['businessNumber', 'accountNumber', 'partnerId', 'date', 'version', 'bytes', 'p0'],
    properties: {
      businessNumber: number,
      accountNumber: number,
      partnerId: text,
      date: text,
      alpha: { type: 'object' },
      beta: { type: 'object' },
      gamma: { type: 'object' },
    },
  },
  exported: 'line',
  personal: false,
  events: false,
  counts: {
    of: (item) => {
      const insight = insightFrom(item);
      const { accountNumber, businessNumber, date } = insight;
      return {
        partnerId: String(item.partnerId),
        accountNumber,
        businessNumber,
        day: date,
        sums: {},
        ofAccount: false,
        also: [{ sk: monthInsightsSortKey(date.slice(0, 7)), sums: sumsOfInsight(insight) }],
      };
    },
  },
  audit: { shows: 'names', id: ({ date }) => date },
  removal: {
    withLocation: async function* ({ table, partnerId }, { number: businessNumber }) {
      for await (const keys of lyingAt(table, insightsOfLocation(partnerId, businessNumber))) {
        for (const some of chunksOf(keys, AT_ONCE)) yield some.map((key) => deletionOf({ ...key }));
      }
    },
    withAccount: 'goes with its location',
  },
};
