/** The table that this function was given; opened on first use, so that importing a function needs no environment. */
import { functionClient } from './client.ts';
import { type Reader, readerOf } from './reader.ts';
import { type Table, tableOf } from './table.ts';

let table: Table | undefined;
let reader: Reader | undefined;

/** Puts another table in place of the environment's: a simulation's, or with `undefined` what the environment says by now. */
export const useTable = (other: Table | undefined): void => {
  table = other;
  reader = undefined;
};

/** The table's name, and calls of DynamoDB at AWS or at `DYNAMODB_ENDPOINT`. */
const environment = () => {
  const { TABLE_NAME, DYNAMODB_ENDPOINT } = process.env;
  if (!TABLE_NAME) throw new Error('The environment variable TABLE_NAME is missing');
  return [TABLE_NAME, functionClient(DYNAMODB_ENDPOINT)] as const;
};

/** The table that this function was given. */
export const serviceTable = (): Table => {
  table ??= tableOf(...environment());
  return table;
};

/** The same for a function that only looks items up. */
export const serviceReader = (): Reader => {
  if (table) return table;
  reader ??= readerOf(...environment());
  return reader;
};
