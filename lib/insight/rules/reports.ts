/** What reports say of counts. Pure. */
import { oneDecimal } from '../../contract/one-decimal.ts';
import { byRating, countOf } from '../../contract/rated.ts';
import type { Totals } from './sums.ts';

const HOUR = 3600 * 1000;

const mean = (sum: number, of: number): number | null => (of === 0 ? null : oneDecimal(sum / of));

const valuesOf = <Value>(of: ReadonlyMap<string, Value>, isChosen: (alias: string) => boolean): readonly Value[] =>
  [...of].flatMap(([alias, value]) => (isChosen(alias) ? [value] : []));

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** @param sources - only their reviews; all if left out */
export const reviewReport = ({ reviews, responded, waited }: Totals, sources?: ReadonlySet<string>) => {
  const isChosen = (alias: string): boolean => sources?.has(alias) ?? true;
  const rated = reviews.filter(({ sourceAlias }) => isChosen(sourceAlias));
  const count = countOf(rated);
  const answered = sumOf(valuesOf(responded, isChosen));
  const waits = valuesOf(waited, isChosen);
  const timed = sumOf(waits.map(({ responses }) => responses));
  return {
    reviews: count,
    averageRating: mean(sumOf(rated.map((each) => each.rating * each.count)), count),
    ratings: byRating(rated),
    responded: answered,
    responseRate: mean(100 * answered, count),
    averageResponseHours: mean(sumOf(waits.map(({ milliseconds }) => milliseconds)) / HOUR, timed),
  };
};

/** @param surveyId - only its answers; those of all surveys if left out */
export const npsReport = ({ surveys }: Totals, surveyId?: number) => {
  const sums = { promoters: 0, passives: 0, detractors: 0 };
  for (const [id, each] of surveys) {
    if (surveyId !== undefined && id !== surveyId) continue;
    sums.promoters += each.promoters;
    sums.passives += each.passives;
    sums.detractors += each.detractors;
  }
  const answers = sums.promoters + sums.passives + sums.detractors;
  return { ...sums, answers, nps: mean(100 * (sums.promoters - sums.detractors), answers) };
};
