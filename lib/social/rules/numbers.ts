/** What numbers of a post at a location come to, on what stands there. Pure. */
import type { ReportRow } from '../../connectors/repository/report-row.ts';
import type { PostLocation } from '../repository/post-location.ts';

/** Totals so far. */
export interface TotalsSent {
  readonly impressions?: number;
  readonly engagements?: number;
}

/** What they change. */
export const changedNumbers = (
  place: Pick<PostLocation, 'impressions' | 'engagements'>,
  { impressions, engagements }: TotalsSent,
): TotalsSent => ({
  ...(impressions !== undefined && impressions !== place.impressions && { impressions }),
  ...(engagements !== undefined && engagements !== place.engagements && { engagements }),
});

/**
 * What a row of a report comes to; `undefined` where it is to be written, `unknown` where the post is not published at the
 * location. The numbers of a report with a higher mark stay: a repetition of an earlier one writes nothing over them. A row that
 * a later one of its report has passed was decided before that one, and comes to what it came to then.
 */
export const numbersDecision = (
  place: Pick<PostLocation, 'impressions' | 'engagements' | 'reported' | 'status' | 'movedBy'>,
  sent: TotalsSent,
  { mark, row }: ReportRow,
): 'applied' | 'unchanged' | 'unknown' | undefined => {
  const { movedBy } = place;
  const { mark: last = '', rows = [] } = place.reported ?? {};
  const own = last === mark ? rows : [];
  if (own.includes(row)) return 'applied';
  const isMovedSince = movedBy?.mark === mark && movedBy.row > row;
  if ((isMovedSince ? movedBy.from : place.status) !== 'POST_SUCCEEDED') return 'unknown';
  if (last > mark) return 'applied';
  const isPassed = isMovedSince || own.some((each) => each > row);
  return isPassed || Object.keys(changedNumbers(place, sent)).length === 0 ? 'unchanged' : undefined;
};
