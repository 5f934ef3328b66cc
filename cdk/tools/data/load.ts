/**
 * Loads a file of records (data format). A record is written only where the file says something new: loading a file
 * twice changes nothing, and what partners have updated since stays.
 */
import { createReadStream } from 'node:fs';
import type { Table } from '../../../lib/dynamodb/table.ts';
import type { DataRecord, Reading } from './records.ts';
import { type RetryOptions, untilAvailable } from './retry.ts';
import { claimsOf, type MeteringKeys, recordWriter } from './write.ts';

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

/** The lines of a file, without their ends. `readline` would end a line at U+2028 too, which JSON text may hold. */
const linesOf = async function* (file: string): AsyncGenerator<string> {
  const withoutReturn = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line);
  let rest = '';
  for await (const chunk of createReadStream(file, 'utf8')) {
    const [first = '', ...others] = (chunk as string).split('\n');
    rest += first;
    for (const line of others) {
      yield withoutReturn(rest);
      rest = line;
    }
  }
  yield withoutReturn(rest);
};

interface Line {
  readonly number: number;
  readonly text: string;
  readonly record: DataRecord;
}

/**
 * @param options.readRecord - from `recordReader`
 * @param options.plans - the names of the usage plans
 * @param options.meteringKeys - makes the metering key of a partner and plan on first need
 * @param options.onRefused - told of each line that is refused, once
 * @param options.onProgress - told after each batch how far the load is
 * @param options.retry - how long to insist where the table throttles a write
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
    readonly retry?: RetryOptions;
  },
): Promise<LoadCounts> => {
  const write = recordWriter(options);
  const counts = { loaded: 0, unchanged: 0, refused: 0 };

  const refuse = (line: number, text: string, reason: string) => {
    counts.refused++;
    options.onRefused?.({ line, reason, text });
  };

  /** Writes lines at once; answers with the refused ones. */
  const writeLines = async (lines: readonly Line[]) => {
    const written = await Promise.all(
      lines.map(async (line) => ({ line, outcome: await untilAvailable(() => write(line.record), options.retry) })),
    );
    const refused: { line: Line; reason: string }[] = [];
    for (const { line, outcome } of written) {
      if (typeof outcome === 'object') refused.push({ line, reason: outcome.refused });
      else counts[outcome]++;
    }
    options.onProgress?.(counts);
    return refused;
  };

  for (const [pass, types] of PASSES.entries()) {
    const again: Line[] = [];
    let batch: Line[] = [];
    let claims = new Set<string>();
    const writeBatch = async () => {
      for (const { line, reason } of await writeLines(batch)) {
        // What one contact takes, another may give up on a later line.
        if (line.record.type === 'contact') again.push(line);
        else refuse(line.number, line.text, reason);
      }
      batch = [];
      claims = new Set();
    };

    let number = 0;
    for await (const text of linesOf(file)) {
      number++;
      if (text.trim() === '') continue;
      const reading = options.readRecord(number === 1 ? text.replace(/^\uFEFF/, '') : text);
      if ('refused' in reading) {
        if (pass === 0) refuse(number, text, reading.refused);
      } else if (types.includes(reading.record.type)) {
        // Lines that write the same items are written in the order of the file.
        const claimed = claimsOf(reading.record);
        if (batch.length === CONCURRENCY || claimed.some((claim) => claims.has(claim))) await writeBatch();
        batch.push({ number, text, record: reading.record });
        for (const claim of claimed) claims.add(claim);
      }
    }
    await writeBatch();
    for (const line of again) {
      for (const { reason } of await writeLines([line])) refuse(line.number, line.text, reason);
    }
  }
  return counts;
};
