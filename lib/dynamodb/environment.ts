/** The table that this function was given; opened on first use, so that importing a function needs no environment. */
import { functionClient } from './client.ts';
import { type Table, tableOf } from './table.ts';

let table: Table | undefined;

/** Puts another table in place of the environment's: a simulation's. */
export const useTable = (other: Table | undefined): void => {
  table = other;
};

/** The table named by `TABLE_NAME`, at AWS or at `DYNAMODB_ENDPOINT`. */
export const serviceTable = (): Table => {
  if (table) return table;
  const { TABLE_NAME, DYNAMODB_ENDPOINT } = process.env;
  if (!TABLE_NAME) throw new Error('The environment variable TABLE_NAME is missing');
  table = tableOf(TABLE_NAME, functionClient(DYNAMODB_ENDPOINT));
  return table;
};
