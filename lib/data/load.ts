/**
 * Loads a file of records (data format). A record is written only where the file says something new: loading a file
 * twice changes nothing, and what partners have updated since stays.
 */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Table } from '../store/table.ts';
import type { DataRecord, Reading } from './records.ts';
import { type MeteringKeys, recordWriter, type Written } from './write.ts';

export interface RefusedLine {
  /** From 1. */
  readonly line: number;
  readonly reason: string;
  /** The line as it came. */
  readonly text: string;
}

export interface LoadCounts {
  readonly loaded: number;
  readonly unchanged: number;
  readonly refused: number;
}

/** Records come in any order, but each kind needs those of an earlier pass: the file is read once for each. */
const PASSES: readonly (readonly DataRecord['type'][])[] = [
  ['partner'],
  ['account'],
  ['apiKey', 'business', 'contact', 'competitor'],
  ['menu'],
];

/** How many writes are under way at once. */
const CONCURRENCY = 32;

/**
 * @param options.readRecord - from `recordReader`
 * @param options.plans - the names of the usage plans
 * @param options.meteringKeys - makes the metering key of a partner and plan on first need
 * @param options.onRefused - told of each line that is refused, once
 * @param options.onProgress - told after each batch how far the load is
 */
export const loadFile = async (
  file: string,
  options: {
    readonly table: Table;
    readonly readRecord: (line: string) => Reading;
    readonly plans: readonly string[];
    readonly meteringKeys: MeteringKeys;
    readonly onRefused?: (refused: RefusedLine) => void;
    readonly onProgress?: (counts: LoadCounts) => void;
  },
): Promise<LoadCounts> => {
  const write = recordWriter(options);
  const counts = { loaded: 0, unchanged: 0, refused: 0 };

  const refuse = (line: number, text: string, reason: string) => {
    counts.refused++;
    options.onRefused?.({ line, reason, text });
  };
  const writeLine = async (line: number, text: string, record: DataRecord) => {
    const written: Written = await write(record);
    if (typeof written === 'object') refuse(line, text, written.refused);
    else counts[written]++;
  };

  for (const [pass, types] of PASSES.entries()) {
    let batch: Promise<void>[] = [];
    let number = 0;
    const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Number.POSITIVE_INFINITY });
    for await (const text of lines) {
      number++;
      if (text.trim() === '') continue;
      const reading = options.readRecord(number === 1 ? text.replace(/^\uFEFF/, '') : text);
      if ('refused' in reading) {
        if (pass === 0) refuse(number, text, reading.refused);
      } else if (types.includes(reading.record.type)) {
        batch.push(writeLine(number, text, reading.record));
      }
      if (batch.length === CONCURRENCY) {
        await Promise.all(batch);
        batch = [];
        options.onProgress?.(counts);
      }
    }
    await Promise.all(batch);
    options.onProgress?.(counts);
  }
  return counts;
};
