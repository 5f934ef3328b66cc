/**
 * Alarms of a template, checked over the metrics of a day as CloudWatch checks them: statistic and metric math of each
 * period, M of the last N, and what a missing datapoint counts as.
 */
import type { Json } from '../../stack/synthesized.ts';
import { parseExpression } from './expression.ts';
import { keyOf, type Metrics, statisticOf } from './metrics.ts';

/** `SELECT SUM(x) FROM SCHEMA("namespace", D) GROUP BY D ORDER BY SUM() DESC LIMIT 100`: the alarm is raised by any series. */
const WORST =
  /^SELECT (SUM|MAX)\((\w+)\) FROM SCHEMA\("([^"]+)", (\w+)\) GROUP BY \4 ORDER BY \1\(\) DESC LIMIT (?:[1-9]|[1-9]\d|100)$/;

/** The value of an alarm's metric for a period that begins at `from` (seconds). */
type ValueAt = (from: number) => number | undefined;

const worstOf = (expression: string, period: number, { samples }: Metrics): ValueAt | undefined => {
  const [, aggregate, name, namespace, dimension] = WORST.exec(expression) ?? [];
  if (!name) return undefined;
  const start = `${namespace} ${name}{${dimension}=`;
  const series = [...samples].flatMap(([key, values]) => (key.startsWith(start) ? [values] : []));
  return (from) => {
    const statistic = aggregate === 'SUM' ? 'Sum' : 'Maximum';
    const sums = series.flatMap((values) => statisticOf(values, statistic, from, from + period) ?? []);
    return sums.length > 0 ? Math.max(...sums) : undefined;
  };
};

const readingOf = (alarm: Json, metrics: Metrics): { readonly period: number; readonly valueAt: ValueAt } => {
  if (!alarm.Metrics) {
    const { Period: period } = alarm;
    const samples = metrics.samples.get(keyOf(alarm));
    const statistic = alarm.Statistic ?? alarm.ExtendedStatistic;
    return { period, valueAt: (from) => statisticOf(samples, statistic, from, from + period) };
  }
  const returned: Json = alarm.Metrics.find((each: Json) => each.ReturnData !== false);
  const stats: Json[] = alarm.Metrics.filter((each: Json) => each.MetricStat);
  const period = returned.Period ?? returned.MetricStat?.Period ?? stats[0]?.MetricStat.Period;
  if (returned.MetricStat) {
    const { Metric, Stat } = returned.MetricStat;
    const samples = metrics.samples.get(keyOf(Metric));
    return { period, valueAt: (from) => statisticOf(samples, Stat, from, from + period) };
  }
  const worst = worstOf(returned.Expression, period, metrics);
  if (worst) return { period, valueAt: worst };
  const evaluate = parseExpression(returned.Expression);
  return {
    period,
    valueAt: (from) =>
      evaluate(
        new Map(
          stats.map(({ Id, MetricStat: { Metric, Stat, Period } }) => {
            if (Period !== period) throw new Error(`${Id} has another period than its expression`);
            return [Id, statisticOf(metrics.samples.get(keyOf(Metric)), Stat, from, from + period)] as const;
          }),
        ),
      ),
  };
};

/** Whether an alarm is raised at any time in so many seconds from the beginning of the day. */
export const isRaised = (alarm: Json, metrics: Metrics, seconds: number): boolean => {
  const { period, valueAt } = readingOf(alarm, metrics);
  const {
    EvaluationPeriods: of,
    DatapointsToAlarm: least = of,
    Threshold,
    ComparisonOperator,
    TreatMissingData,
  } = alarm;
  const isBreaching = (value: number | undefined): boolean => {
    if (value === undefined) return TreatMissingData === 'breaching';
    if (ComparisonOperator === 'GreaterThanThreshold') return value > Threshold;
    if (ComparisonOperator === 'LessThanThreshold') return value < Threshold;
    throw new Error(`A comparison that is not understood here: ${ComparisonOperator}`);
  };
  const breaching = Array.from({ length: Math.floor(seconds / period) }, (_, index) =>
    isBreaching(valueAt(index * period)),
  );
  return breaching.some((_, index) => {
    const last = breaching.slice(Math.max(0, index + 1 - of), index + 1);
    return last.length === of && last.filter(Boolean).length >= least;
  });
};
