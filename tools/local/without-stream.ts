/** Tables without streams. */
import type { ApiModel } from './model.ts';

/**
 * The tables of a model without their streams: the embedded engine keeps the records of all streams, and with each of them
 * every further write to a table with a stream takes longer.
 */
export const withoutStream = ({ tables, ...rest }: ApiModel): ApiModel => ({
  ...rest,
  tables: tables.map(({ properties: { StreamSpecification: _, ...properties }, ...table }) => ({
    ...table,
    properties,
  })),
});
