/** What the charts of the reference ask of the demo data; `replies.json` has what it answers. */
import type { SampleRequest } from '../../../lib/contract/cases.ts';

const year = { startDate: '01/01/2025', endDate: '12/31/2025' } as const;
const competitors = [{ competitorId: 710100 }];
const ofAccount = { 'x-business-number': 700100 };

interface Charted {
  /** What the chart shows, as its caption says. */
  readonly caption: string;
  readonly request: SampleRequest;
}

/** By the operation's id. */
export const chartRequests = {
  locationStatus: { caption: 'A location on the four sites with listings', request: {} },
  listingInsights: {
    caption: 'Views in searches on alpha, the first days of August 2026',
    request: {
      parameters: { businessId: 700100 },
      body: { startDate: '2026-08-01', endDate: '2026-08-14', groupByType: 'day' },
    },
  },
  reviewsOverTime: {
    caption: 'Reviews of an account in 2025, by rating',
    request: { parameters: ofAccount, body: { ...year, groupByType: 'month' } },
  },
  reviewsByLocation: {
    caption: 'Reviews of each location, by rating, and their average rating',
    request: { parameters: ofAccount, body: year },
  },
  npsOverTime: {
    caption: 'Answers to NPS questions in 2025, and the NPS of each month',
    request: { parameters: ofAccount, body: { ...year, groupByType: 'month' } },
  },
  reviewCategories: {
    caption: 'How often reviews of 2025 mention a category, and its grade; the second bar is a competitor',
    request: { parameters: { businessNumber: 700100 }, body: { ...year, competitors } },
  },
  reviewKeywords: {
    caption: 'The keywords of 2025, and the percentage of reviews that mention them',
    request: { parameters: { businessNumber: 700100 }, body: { ...year, topKW: 12 } },
  },
  searchAiCitations: {
    caption: 'Answers of AI models that name the brand',
    request: { parameters: ofAccount, body: { pageSize: 1 } },
  },
} as const satisfies Readonly<Record<string, Charted>>;

export type ChartedId = keyof typeof chartRequests;
