/** Numbers of posts: sums by site, and what follows from them. Pure. */
import type { Site } from '../../connectors/repository/channels.ts';
import { SITES } from '../../connectors/repository/channels.ts';
import { sumOf } from '../repository/counted.ts';

/** The sums of one site. */
export interface SiteSums {
  posts: number;
  impressions: number;
  engagements: number;
}

export type Totals = Map<Site, SiteSums>;

/** Adds an item of counts, for these sites. */
export const addCounts = (totals: Totals, item: Readonly<Record<string, unknown>>, sites: readonly Site[]): void => {
  for (const site of sites) {
    const sums = totals.get(site) ?? { posts: 0, impressions: 0, engagements: 0 };
    for (const what of ['posts', 'impressions', 'engagements'] as const)
      sums[what] += Number(item[sumOf(site, what)] ?? 0);
    if (sums.posts > 0 || totals.has(site)) totals.set(site, sums);
  }
};

/** To one decimal, halves up. */
const oneDecimal = (value: number): number => Math.floor(Number((value * 10).toPrecision(15)) + 0.5) / 10;

const rateOf = (engagements: number, impressions: number): number =>
  impressions === 0 ? 0 : oneDecimal((engagements / impressions) * 100);

/** What each site that has posts comes to, in the order of sites. */
export const channelWise = (totals: Totals) =>
  Object.fromEntries(
    SITES.flatMap((site) => {
      const sums = totals.get(site);
      if (!sums || sums.posts <= 0) return [];
      const { posts: totalPost, engagements, impressions } = sums;
      return [[site, { totalPost, engagements, impressions, engRate: rateOf(engagements, impressions) }] as const];
    }),
  );

const sumsOf = (totals: Totals) => {
  const all = [...totals.values()].filter(({ posts }) => posts > 0);
  const sum = (of: (sums: SiteSums) => number) => all.reduce((total, each) => total + of(each), 0);
  return {
    impressions: sum((each) => each.impressions),
    engagements: sum((each) => each.engagements),
    postCount: sum((each) => each.posts),
  };
};

/** All sites together. */
export const totalsReply = (totals: Totals, totalRecords: number) => {
  const { impressions, engagements, postCount } = sumsOf(totals);
  const engRate = rateOf(engagements, impressions);
  return { impressions, engagements, engRate, postCount, channelWiseData: channelWise(totals), totalRecords };
};

const growth = (actual: number, compare: number | undefined): number | null =>
  compare === undefined || compare === 0 ? null : oneDecimal(((actual - compare) / compare) * 100);

/** By how much the numbers grew, in percent. */
export const growthReply = (actual: Totals, compare: Totals | undefined) => {
  const [now, before] = [sumsOf(actual), compare && sumsOf(compare)];
  const exact = ({ engagements, impressions }: ReturnType<typeof sumsOf>) =>
    impressions === 0 ? 0 : engagements / impressions;
  return {
    postCountGrowthPercent: growth(now.postCount, before?.postCount),
    engRateGrowthPercent: growth(exact(now), before && exact(before)),
    engagementGrowthPercent: growth(now.engagements, before?.engagements),
  };
};

const DAY = 24 * 3600 * 1000;
const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The ranges of sort keys of counts from one day to another (epoch milliseconds, both included): months, and days next to them. */
export const rangesOf = (first: number, last: number): readonly (readonly [from: string, to: string])[] => {
  const start = new Date(first);
  const isWhole = start.getUTCDate() === 1;
  const firstMonth = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + (isWhole ? 0 : 1), 1);
  const after = new Date(last + DAY);
  const endMonth = Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), 1);
  // An account's items have a part behind the day.
  const days = (from: number, to: number) =>
    from <= to ? [[`S#D#${dayText(from)}`, `S#D#${dayText(to)}~`] as const] : [];
  if (firstMonth >= endMonth) return days(first, last);
  return [
    ...days(first, firstMonth - DAY),
    [`S#M#${dayText(firstMonth).slice(0, 7)}`, `S#M#${dayText(endMonth - DAY).slice(0, 7)}~`] as const,
    ...days(endMonth, last),
  ];
};
