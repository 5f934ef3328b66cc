/**
 * Loads a data file (docs/data-files.md). A record is written only if the file changes it: loading a file twice changes
 * nothing, and later updates of partners stay.
 */
import { isUtf8 } from 'node:buffer';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { AdminError } from '../io.ts';
import { adaptiveLimit } from './adaptive-limit.ts';
import { fileVersion, forLines } from './file-lines.ts';
import { firstLines } from './first-lines.ts';
import { linePasses, NONE } from './line-passes.ts';
import type { Line, Written } from './lines/line.ts';
import { PASSES } from './lines/lines.ts';
import { readRecord } from './records.ts';
import { type RetryOptions, untilAvailable } from './retry.ts';
import { lineWriter, type WriterOptions } from './write.ts';

export interface RefusedLine {
  /** From 1. */
  readonly line: number;
  readonly reason: string;
  /** The line as it is in the file, byte for byte, without its newline. */
  readonly bytes: Buffer;
}

export interface LoadCounts {
  /** New records. */
  readonly loaded: number;
  /** Records that the file changes. */
  readonly updated: number;
  readonly unchanged: number;
  /** Records that a partner has changed since they were loaded, which were skipped. */
  readonly changed: number;
  readonly refused: number;
}

export const noCounts: LoadCounts = { loaded: 0, updated: 0, unchanged: 0, changed: 0, refused: 0 };

/** The result of a line that was not refused. */
export interface WrittenLine {
  readonly line: number;
  /** What it is about: `business 700101`. */
  readonly about: string;
  readonly outcome: 'loaded' | 'updated' | 'unchanged' | 'changed';
  /** The changed fields, or those that were skipped. */
  readonly fields: readonly string[];
}

/** How many writes run at the same time, as long as the store keeps up. */
const CONCURRENCY = 32;

interface Numbered {
  readonly number: number;
  readonly text: string;
  readonly line: Line;
}

export interface LoadOptions extends WriterOptions {
  /** Called for each line that is refused, once. */
  readonly onRefused?: ((refused: RefusedLine) => void) | undefined;
  /** Called for each other line. */
  readonly onWritten?: ((written: WrittenLine) => void) | undefined;
  /** Called after each batch with the counts so far. */
  readonly onProgress?: ((counts: LoadCounts) => void) | undefined;
  /** How long to retry where the table throttles a write. */
  readonly retry?: RetryOptions | undefined;
}

/** Reports a refused line with a copy of its bytes. */
type Refuse = (line: number, bytes: Buffer, reason: string) => void;

/**
 * A line without a byte order mark: the first line of a file may have one, which in a file of refused lines may be
 * anywhere.
 */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

/**
 * Reads every line once: refuses those that break a rule, and further ones about the same record. Returns the passes of
 * the lines.
 */
const readThrough = async (file: string, refuse: Refuse) => {
  const passes = linePasses();
  const { firstAbout } = firstLines();
  await forLines(file, (number, bytesOf) => {
    passes.set(number, NONE);
    const bytes = bytesOf();
    if (!isUtf8(bytes)) return refuse(number, bytes, 'not valid UTF-8');
    const text = bytes.toString();
    if (text.trim() === '') return;
    const reading = readRecord(withoutMark(text));
    if ('refused' in reading) return refuse(number, bytes, reading.refused);
    const before = firstAbout(reading.line, number);
    if (before !== undefined) return refuse(number, bytes, `line ${before} is already about ${reading.line.about}`);
    passes.set(number, reading.pass);
  });
  return passes;
};

export const loadFile = async (file: string, options: LoadOptions): Promise<LoadCounts> => {
  const write = lineWriter(options);
  const limit = adaptiveLimit({ most: CONCURRENCY, now: () => clock.now() });
  const counts = { ...noCounts };

  const refuse: Refuse = (line, bytes, reason) => {
    counts.refused++;
    options.onRefused?.({ line, reason, bytes: Buffer.from(bytes) });
  };
  const note = ({ number, line }: Numbered, done: Exclude<Written, { refused: string }>) => {
    counts[done.outcome]++;
    const fields = 'fields' in done ? done.fields : [];
    options.onWritten?.({ line: number, about: line.about, outcome: done.outcome, fields });
  };

  /** Writes lines concurrently; returns the refused ones. */
  const writeLines = async (lines: readonly Numbered[]) => {
    const written = await Promise.all(
      lines.map(async (each) => {
        const writeOnce = () => limit.run(() => write(each.line));
        return { each, done: await untilAvailable(writeOnce, options.retry) };
      }),
    );
    const refused: { each: Numbered; reason: string }[] = [];
    for (const { each, done } of written) {
      if ('refused' in done) refused.push({ each, reason: done.refused });
      else note(each, done);
    }
    options.onProgress?.(counts);
    return refused;
  };

  /** Writes lines in batches, in their order: no two of a batch have a lock in common. */
  const inBatches = (size: number, onRefused: (each: Numbered, reason: string) => void) => {
    let batch: Numbered[] = [];
    let locked = new Set<string>();
    const flush = async () => {
      for (const { each, reason } of await writeLines(batch)) onRefused(each, reason);
      batch = [];
      locked = new Set();
    };
    const add = async (each: Numbered) => {
      const { locks = [] } = each.line;
      if (batch.length === size || locks.some((key) => locked.has(key))) await flush();
      batch.push(each);
      for (const key of locks) locked.add(key);
    };
    return { add, flush };
  };

  /** Writes refused lines again, as another line may have released what a line takes, or loaded what it needs. */
  const writeAgain = async (lines: readonly Numbered[]) => {
    let left = lines;
    let size = CONCURRENCY;
    while (left.length > 0) {
      const still: { each: Numbered; reason: string }[] = [];
      const batches = inBatches(size, (each, reason) => still.push({ each, reason }));
      for (const each of left) await batches.add(each);
      await batches.flush();
      const isStuck = still.length === left.length;
      if (isStuck) for (const { each, reason } of still) refuse(each.number, Buffer.from(each.text), reason);
      // Lines of one batch may need each other, in the order of the file: then one by one.
      if (still.length > left.length / 2) size = 1;
      left = isStuck ? [] : still.map(({ each }) => each);
    }
  };

  const version = await fileVersion(file);
  const requireSame = async () => {
    if ((await fileVersion(file)) !== version) throw new AdminError(`${file} has changed meanwhile: run this again.`);
  };
  const passes = await readThrough(file, refuse);
  for (const pass of PASSES.filter(passes.has)) {
    // Lines are checked once.
    await requireSame();
    const again: Numbered[] = [];
    const batches = inBatches(CONCURRENCY, (each, reason) => {
      if (each.line.locks || each.line.waits) again.push(each);
      else refuse(each.number, Buffer.from(each.text), reason);
    });
    const take = async (number: number, text: string) => {
      const reading = readRecord(withoutMark(text), { isChecked: true });
      if ('refused' in reading) return refuse(number, Buffer.from(text), reading.refused);
      return batches.add({ number, text, line: reading.line });
    };
    await forLines(file, (number, bytesOf) =>
      passes.get(number) === pass ? take(number, bytesOf().toString()) : undefined,
    );
    await batches.flush();
    await writeAgain(again);
  }
  await requireSame();
  return counts;
};
