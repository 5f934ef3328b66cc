/** Metrics with a time series for each partner, and the limits of CloudWatch on them. */

/** An alarm names at most so many of its time series. */
const MOST_NAMED = 100;

/**
 * CloudWatch disables a metric filter that has made 1,000 combinations of dimensions within an hour. So there are as many
 * filters as a key's id has hexadecimal digits, each for the keys whose ids begin with that digit: together they hold for
 * 16,000 keys.
 */
export const SHARDS = [...'0123456789abcdef'];

/** A query for the partners with the highest values of a metric: one time series for each of them. */
export const worstPartners = (
  statistic: 'SUM' | 'MAX',
  { namespace, metricName }: { readonly namespace: string; readonly metricName: string },
): string =>
  `SELECT ${statistic}(${metricName}) FROM SCHEMA("${namespace}", Partner) GROUP BY Partner ORDER BY ${statistic}() DESC LIMIT ${MOST_NAMED}`;
