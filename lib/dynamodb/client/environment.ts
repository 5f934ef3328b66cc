/** The function's table, opened on first use, so that importing a function needs no environment. */

import { type Reader, readerOf } from '../table/reader.ts';
import { type Table, tableOf } from '../table/table.ts';
import { functionClient } from './client.ts';

let table: Table | undefined;
let reader: Reader | undefined;

/** Replaces the environment's table: with a simulation's, or with `undefined` to read the environment again. */
export const useTable = (other: Table | undefined): void => {
  table = other;
  reader = undefined;
};

/** The table's name, and a client for DynamoDB at AWS or at `DYNAMODB_ENDPOINT`. */
const environment = () => {
  const { TABLE_NAME, DYNAMODB_ENDPOINT } = process.env;
  if (!TABLE_NAME) throw new Error('The environment variable TABLE_NAME is missing');
  return [TABLE_NAME, functionClient(DYNAMODB_ENDPOINT)] as const;
};

/** The function's table. */
export const serviceTable = (): Table => {
  table ??= tableOf(...environment());
  return table;
};

/** The function's table for single-item reads only. */
export const serviceReader = (): Reader => {
  if (table) return table;
  reader ??= readerOf(...environment());
  return reader;
};
