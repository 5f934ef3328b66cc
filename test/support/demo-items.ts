/** The demo data as the items that loading it makes. */
import { readFile } from 'node:fs/promises';
import { demoFile } from '../../tools/local/demo.ts';
import type { OpenTable } from '../../tools/open-table.ts';
import { bringOnce } from './kept-records.ts';

/** The records of the demo data, on which the cases work. */
export const demoRecords = async (): Promise<unknown[]> => {
  const lines = (await readFile(demoFile, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line));
};

/** Brings the demo data into a table without it. */
export const putDemoData = async (table: OpenTable): Promise<void> => bringOnce(table, await demoRecords());

/** Of these the demo has hundreds, and each makes several items. */
const MANY = ['review', 'surveyResponse'];
const ENOUGH = 10;

/** The demo data with few of what it has many of. */
export const fewDemoRecords = async (): Promise<unknown[]> => {
  const counts = new Map<string, number>();
  return (await demoRecords()).filter((record) => {
    const { type } = record as { type: string };
    const count = (counts.get(type) ?? 0) + 1;
    counts.set(type, count);
    return !MANY.includes(type) || count <= ENOUGH;
  });
};
