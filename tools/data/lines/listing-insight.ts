/** The line of what a location counted on the sites in one day; the same day again replaces it. */
import { text } from '../../../lib/contract/atoms.ts';
import { isoTimeOfDay } from '../../../lib/contract/times.ts';
import {
  INSIGHT_FIELDS,
  insightFrom,
  insightItem,
  insightsOfAccount,
  type ListingInsight,
} from '../../../lib/insight/repository/insight.ts';
import { listingInsightEntity } from '../../../lib/insight/repository/insight-entity.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, lineOf, positive, refused } from './line.ts';

const figure = { type: 'integer', minimum: 0, maximum: 1_000_000_000 } as const;
const figures = (names: readonly string[], more: object = {}) => ({
  type: 'object',
  properties: { ...Object.fromEntries(names.map((name) => [name, figure])), ...more },
});
const views = figures(['mobile', 'desktop']);
const used = ['websiteVisits', 'directions', 'calls'] as const;

export const listingInsightLine: LineKind = {
  entity: listingInsightEntity,
  pass: 3,
  schema: lineOf(
    { businessNumber: positive, date: text },
    {
      alpha: figures(used, { mapViews: views, searchViews: views }),
      beta: figures(['usersReached', 'usersEngaged']),
      gamma: figures(['impressions', ...used]),
    },
  ),
  read(fields) {
    const insight = fields as unknown as Omit<ListingInsight, 'accountNumber'>;
    const { businessNumber, date } = insight;
    if (Number.isNaN(isoTimeOfDay(date))) return refused('date must be YYYY-MM-DD');
    return {
      about: `insights of business ${businessNumber} on ${date}`,
      async write(context) {
        const owner = await context.owners.ofBusiness(businessNumber);
        if (!owner) return refused(`business ${businessNumber} does not exist`);
        const { partnerId, accountNumber } = owner;
        return upsert(context, { fresh: insightItem(partnerId, { ...insight, accountNumber }) });
      },
    };
  },
  lineOf(item) {
    const insight = insightFrom(item);
    return {
      type: 'listingInsight',
      ...Object.fromEntries(
        INSIGHT_FIELDS.flatMap((name) => (insight[name] === undefined ? [] : [[name, insight[name]]])),
      ),
    };
  },
  ofAccount: insightsOfAccount,
};
