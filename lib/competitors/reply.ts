/** Competitors, their links and reviews as they are answered. Pure. */
import { countryName } from '../catalog/country-names.ts';
import { type ReviewSource, reviewSourceOf } from '../catalog/review-sources.ts';
import { average, type Rated } from '../contract/rated.ts';
import { shownDate } from '../contract/shown-date.ts';
import type { CreatedCompetitor } from './create.ts';
import type { ReviewLink } from './repository/link.ts';
import type { ListedBrand, ListedCompetitor } from './repository/listed.ts';
import type { StoredCompetitorReview } from './repository/review.ts';

/** What the catalogue knows of a source; empty where it no longer holds it. */
const shownSource = (sourceId: number): Omit<ReviewSource, 'sourceId'> =>
  reviewSourceOf(sourceId) ?? {
    alias: '',
    sourceName: '',
    thumbnailUrl: '',
    backGroundColor: '',
    textColor: '',
    reviewFormUrl: '',
  };

/**
 * A stored aggregation link (docs/decisions.md: aggregation link). The fuller record's fields are sent too; what they
 * would say of an account on the source is never known here.
 */
export const aggregationReply = ({ id, compAccountId, sourceId, url }: ReviewLink) => {
  const source = shownSource(sourceId);
  return {
    id,
    sourceAlias: source.alias,
    sourceName: source.sourceName,
    sourceUrl: url,
    sourceId,
    compAccountId,
    Body: '',
    thumbnailUrl: source.thumbnailUrl,
    backGroundColor: source.backGroundColor,
    textColor: source.textColor,
    userName: null,
    password: null,
    profileId: null,
    reviewFormUrl: source.reviewFormUrl ?? '',
    aggregationStatus: 0,
    disabledAggregation: null,
    disabledAggregationReason: null,
  };
};

const WITH_REVIEWS = 4;
const WITHOUT_REVIEWS = 3;

/** @param rated - the reviews of the location */
export const sourceReply = ({ id, sourceId, url }: ReviewLink, rated: readonly Rated[]) => {
  const { alias, sourceName } = shownSource(sourceId);
  const hasReviews = rated.some(({ sourceAlias, count }) => sourceAlias === alias && count > 0);
  return {
    id,
    sourceAlias: alias,
    sourceName,
    sourceUrl: url,
    sourceId,
    status: hasReviews ? WITH_REVIEWS : WITHOUT_REVIEWS,
  };
};

export const createdReply = ({ accountNumber, competitorId, compAccountId, isPresent }: CreatedCompetitor) => {
  const isLocation = compAccountId !== undefined;
  return {
    competitorId,
    compAccountId: compAccountId ?? null,
    templateid: 0,
    isAggregationRequired: isLocation ? 1 : 0,
    type: isLocation ? 'Enterprise-Location-Competitor' : 'Enterprise-Competitor',
    businessNumber: accountNumber,
    businessAlreadyPresent: isPresent,
  };
};

const locationReply = (competitor: ListedCompetitor, rated: readonly Rated[]) => {
  const { compAccountId, name, alias = '', phone = '', location = {}, businessNumbers, createdAt = '' } = competitor;
  const { address1 = '', city = '', state = '', zip = '', countryCode = '' } = location;
  return {
    businessId: compAccountId,
    compAccountId,
    name,
    alias,
    phone,
    location: {
      address1,
      city,
      state,
      zip,
      countryCode,
      countryName: countryName(countryCode),
      lat: null,
      lng: null,
    },
    businessNumbers,
    ...average(rated),
    createdOn: shownDate(createdAt),
  };
};

/** @param rated - the reviews of a competitor location */
export const brandReply = (
  { competitorId, name, locations }: ListedBrand,
  rated: (compAccountId: number) => readonly Rated[],
) => ({
  enterpriseId: competitorId,
  enterpriseName: name,
  businessCompetitors: locations.map((each) => locationReply(each, rated(each.compAccountId))),
});

/** A competitor location as reviews and metrics name it. */
export const namedReply = ({ compAccountId, name, brand, businessNumbers }: ListedCompetitor) => ({
  compAccountId,
  competitorLocation: name,
  competitorId: brand.competitorId,
  competitorBrand: brand.name,
  businessLocations: businessNumbers,
});

/** `Ada L.`: the first name and an initial, as far as they are known. */
const reviewerName = ({ reviewer: { firstName = '', lastName = '' } = {} }: StoredCompetitorReview): string =>
  [firstName, ...(lastName === '' ? [] : [`${lastName}.`])].filter((each) => each !== '').join(' ');

export const competitorReviewReply = (review: StoredCompetitorReview, competitor: ListedCompetitor) => ({
  reviewId: review.reviewId,
  ...namedReply(competitor),
  source: review.sourceAlias,
  rating: review.rating,
  reviewTitle: review.title ?? '',
  reviewComment: review.comments ?? '',
  reviewerName: reviewerName(review),
  reviewDate: review.reviewDate.slice(0, 10),
  reply: review.response ?? '',
  sentiment: review.sentiment ?? null,
});
