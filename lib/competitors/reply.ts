/** A stored aggregation link as add aggregation link answers it (docs/decisions.md: aggregation link). Pure. */
import type { ReviewSource } from '../catalog/review-sources.ts';
import type { AggregationLink } from './repository/competitor.ts';

/** The fuller record's fields are sent too; what they would say of an account on the source is never known here. */
export const aggregationReply = ({ id, compAccountId, url }: AggregationLink, source: ReviewSource) => ({
  id,
  sourceAlias: source.alias,
  sourceName: source.sourceName,
  sourceUrl: url,
  sourceId: source.sourceId,
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
});
