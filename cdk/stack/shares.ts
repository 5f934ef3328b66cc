/** Metrics that are shares of others. Each has a floor: a share of very few says nothing. */
import { Duration } from 'aws-cdk-lib';
import { MathExpression, type Metric } from 'aws-cdk-lib/aws-cloudwatch';

interface Share {
  /** What is counted, and the name of it in the expression, which distinguishes it from others of the same graph. */
  readonly counted: Readonly<Record<string, Metric>>;
  /** The expression of the counted metrics, with 0 for what is missing; by default their sum. */
  readonly expression?: string;
  /** All of which this is a share. */
  readonly of: readonly Metric[];
  /** The share is 0 if fewer are counted. */
  readonly floor: number;
  readonly label: string;
  readonly period?: Duration;
}

const sum = (names: readonly string[]): string => names.map((name) => `FILL(${name}, 0)`).join(' + ');

/** The percentage that the counted metrics are of all; 0 below the floor, and none where nothing happened. */
export const shareOf = ({
  counted,
  expression,
  of,
  floor,
  label,
  period = Duration.minutes(5),
}: Share): MathExpression => {
  const ids = Object.keys(counted);
  const part = `(${expression ?? sum(ids)})`;
  const all = of.map((metric, index) => [index === 0 ? 'all' : `all${index}`, metric] as const);
  const whole = all.length === 1 ? 'all' : `(${sum(all.map(([id]) => id))})`;
  return new MathExpression({
    label,
    expression: `IF(${part} >= ${floor}, 100 * ${part} / ${whole}, 0)`,
    usingMetrics: Object.fromEntries(
      [...Object.entries(counted), ...all].map(([id, metric]) => [id, metric.with({ period })] as const),
    ),
    period,
  });
};
