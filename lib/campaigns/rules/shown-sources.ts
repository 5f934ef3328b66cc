/** The review sources that a request offers, with the address where a review is written. Pure. */
import { findReviewSource } from '../../catalog/review-sources.ts';

/** @param profile - of the location, by path */
export const shownSources = (aliases: readonly string[], profile: Readonly<Record<string, unknown>>) =>
  aliases.flatMap((alias) => {
    // The catalogue may have lost it since.
    const source = findReviewSource(alias);
    if (!source) return [];
    const { alias: sourceAlias, sourceName, thumbnailUrl, reviewFormUrl } = source;
    const own = profile[`socialProfileURLs.${sourceAlias}Url`];
    const reviewUrl = String(own ?? '') || reviewFormUrl;
    return reviewUrl ? [{ sourceAlias, sourceName, thumbnailUrl, reviewUrl }] : [];
  });
