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
 * What a row of a report comes to; `undefined` where it is to be written. The numbers of a report with a higher mark stay: a
 * repetition of an earlier one writes nothing over them.
 */
export const numbersDecision = (
  place: Pick<PostLocation, 'impressions' | 'engagements' | 'reported'>,
  sent: TotalsSent,
  { mark, row }: ReportRow,
): 'applied' | 'unchanged' | undefined => {
  const { mark: last = '', rows = [] } = place.reported ?? {};
  const own = last === mark ? rows : [];
  if (last > mark || own.includes(row)) return 'applied';
  const isPassed = own.some((each) => each > row);
  return isPassed || Object.keys(changedNumbers(place, sent)).length === 0 ? 'unchanged' : undefined;
};
