/** Metrics of a day: what is measured, and what metric filters of the template make of lines of its logs. */
import { filterOf } from '../../../tools/local/logs/filter-pattern.ts';
import { type Json, joined, ofType, type Synthesized } from '../../stack/synthesized.ts';

export interface Sample {
  /** Seconds since the day began. */
  readonly at: number;
  readonly value: number;
}

/** A line of a log, in the group of this logical id. */
export interface LogLine {
  readonly at: number;
  readonly group: string;
  readonly line: object;
}

export interface Metrics {
  /** By `namespace name{dimension=value,…}`. */
  readonly samples: ReadonlyMap<string, readonly Sample[]>;
}

export const metricKey = (
  namespace: string,
  name: string,
  dimensions: readonly (readonly [string, string])[],
): string => `${namespace} ${name}{${dimensions.map(([key, value]) => `${key}=${value}`).join()}}`;

/** The key of a metric as a template names it. */
export const keyOf = ({ Namespace, MetricName, Dimensions = [] }: Json): string =>
  metricKey(
    Namespace,
    MetricName,
    Dimensions.map(({ Name, Value }: Json) => [Name, joined(Value)] as const),
  );

const valueAt = (line: object, selector: string): string =>
  String(
    selector
      .split('.')
      .slice(1)
      .reduce<Json>((value, name) => value?.[name], line),
  );

/** Puts what the metric filters of a stack count of these lines next to what is measured. */
export const withFilters = (
  stack: Synthesized,
  lines: readonly LogLine[],
  measured: ReadonlyMap<string, readonly Sample[]>,
): Metrics => {
  const samples = new Map([...measured].map(([key, values]) => [key, [...values]]));
  for (const [, { FilterPattern, LogGroupName, MetricTransformations }] of ofType(stack, 'AWS::Logs::MetricFilter')) {
    const matches = filterOf(FilterPattern);
    const [{ MetricNamespace, MetricName, MetricValue, Dimensions = [] }] = MetricTransformations;
    for (const { at, group, line } of lines) {
      if (group !== LogGroupName.Ref || !matches(line)) continue;
      const key = metricKey(
        MetricNamespace,
        MetricName,
        Dimensions.map(({ Key, Value }: Json) => [Key, valueAt(line, Value)] as const),
      );
      const value = Number(MetricValue.startsWith('$') ? valueAt(line, MetricValue) : MetricValue);
      const counted = samples.get(key) ?? [];
      counted.push({ at, value });
      samples.set(key, counted);
    }
  }
  return { samples };
};

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)]!;

/** The statistic of the samples of one period; `undefined` where there are none. */
export const statisticOf = (samples: readonly Sample[] | undefined, statistic: string, from: number, to: number) => {
  const values = (samples ?? []).filter(({ at }) => at >= from && at < to).map(({ value }) => value);
  if (values.length === 0) return undefined;
  const sum = values.reduce((a, b) => a + b, 0);
  if (statistic === 'Sum') return sum;
  if (statistic === 'SampleCount') return values.length;
  if (statistic === 'Average') return sum / values.length;
  if (statistic === 'Maximum') return Math.max(...values);
  if (statistic === 'Minimum') return Math.min(...values);
  if (/^p\d/.test(statistic)) return percentile(values, Number(statistic.slice(1)) / 100);
  throw new Error(`A statistic that is not understood here: ${statistic}`);
};
