/** What a post at a location adds to the counts of its location and account: from the day on which it was published. Pure. */
import type { Counts } from '../../dynamodb/stream/roles.ts';
import { postLocationFrom } from './post-location.ts';

/** The sums of a site, by the last letter of the attribute. */
export const LETTERS = { posts: 'p', impressions: 'i', engagements: 'e' } as const;

/** The name of a sum: `ALPHA_p`. */
export const sumOf = (site: string, what: keyof typeof LETTERS): string => `${site}_${LETTERS[what]}`;

export const socialCounts: Counts['of'] = (item) => {
  const { partnerId, accountNumber, businessNumber, publishedAt, socialSite, ...numbers } = postLocationFrom(item);
  const { impressions = 0, engagements = 0 } = numbers;
  return {
    partnerId,
    accountNumber,
    businessNumber,
    day: new Date(publishedAt ?? 0).toISOString().slice(0, 10),
    series: 'social',
    ofAccount: true,
    sums:
      publishedAt === undefined
        ? {}
        : {
            n: 1,
            [sumOf(socialSite, 'posts')]: 1,
            [sumOf(socialSite, 'impressions')]: impressions,
            [sumOf(socialSite, 'engagements')]: engagements,
          },
  };
};
