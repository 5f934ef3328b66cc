/**
 * Loads a data file (docs/data-files.md). A record is written only where the file says something new: loading a file twice
 * changes nothing, and what partners have updated since stays.
 */
import { isUtf8 } from 'node:buffer';
import { forLines } from './file-lines.ts';
import { firstLines } from './first-lines.ts';
import type { Line, Written } from './lines/line.ts';
import { PASSES } from './lines/lines.ts';
import { readRecord } from './records.ts';
import { type RetryOptions, untilAvailable } from './retry.ts';
import { lineWriter, type WriterOptions } from './write.ts';

export interface RefusedLine {
  /** From 1. */
  readonly line: number;
  readonly reason: string;
  /** The line as it came, byte for byte, without its newline. */
  readonly bytes: Buffer;
}

export interface LoadCounts {
  /** Records that were not there. */
  readonly loaded: number;
  /** Records of which the file says something new. */
  readonly updated: number;
  readonly unchanged: number;
  /** Records that a partner has changed since they were loaded: they were left. */
  readonly changed: number;
  readonly refused: number;
}

export const noCounts: LoadCounts = { loaded: 0, updated: 0, unchanged: 0, changed: 0, refused: 0 };

/** What became of a line that was not refused. */
export interface WrittenLine {
  readonly line: number;
  /** What it is about: `business 700101`. */
  readonly about: string;
  readonly outcome: 'loaded' | 'updated' | 'unchanged' | 'changed';
  /** Of an update, or of what was left. */
  readonly fields: readonly string[];
}

/** How many writes are under way at once. */
const CONCURRENCY = 32;

interface Numbered {
  readonly number: number;
  readonly text: string;
  readonly line: Line;
}

/** Which pass each line of the file is for, or none: one byte a line, so that no line is parsed in a pass not its own. */
const NONE = 255;
const passesOfLines = () => {
  let passes = new Uint8Array(1024);
  const present = new Set<number>();
  return {
    set(line: number, pass: number) {
      if (line >= passes.length) {
        const longer = new Uint8Array(Math.max(line + 1, passes.length * 2));
        longer.set(passes);
        passes = longer;
      }
      passes[line] = pass;
      present.add(pass);
    },
    get: (line: number): number => passes[line] ?? NONE,
    has: (pass: number): boolean => present.has(pass),
  };
};

export interface LoadOptions extends WriterOptions {
  /** Called for each line that is refused, once. */
  readonly onRefused?: ((refused: RefusedLine) => void) | undefined;
  /** Called for each other line. */
  readonly onWritten?: ((written: WrittenLine) => void) | undefined;
  /** Called after each batch with how far the load is. */
  readonly onProgress?: ((counts: LoadCounts) => void) | undefined;
  /** How long to insist where the table throttles a write. */
  readonly retry?: RetryOptions | undefined;
}

/** Takes the bytes of the line, and keeps a copy. */
type Refuse = (line: number, bytes: Buffer, reason: string) => void;

/** A line without a byte order mark: the first one of a file has it, and among refused lines stands anywhere. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** Reads every line once: refuses those that break a rule, and the second one about a thing. Answers with their passes. */
const readThrough = async (file: string, refuse: Refuse) => {
  const passes = passesOfLines();
  const { firstAbout } = firstLines();
  await forLines(file, (number, bytesOf) => {
    passes.set(number, NONE);
    const bytes = bytesOf();
    if (!isUtf8(bytes)) return refuse(number, bytes, 'not valid UTF-8');
    const text = bytes.toString();
    if (text.trim() === '') return;
    const reading = readRecord(withoutMark(text));
    if ('refused' in reading) return refuse(number, bytes, reading.refused);
    const { about } = reading.line;
    const before = firstAbout(about, number);
    if (before !== undefined) return refuse(number, bytes, `line ${before} is about ${about} already`);
    passes.set(number, reading.pass);
  });
  return passes;
};

export const loadFile = async (file: string, options: LoadOptions): Promise<LoadCounts> => {
  const write = lineWriter(options);
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

  /** Writes lines at once; answers with the refused ones. */
  const writeLines = async (lines: readonly Numbered[]) => {
    const written = await Promise.all(
      lines.map(async (each) => ({ each, done: await untilAvailable(() => write(each.line), options.retry) })),
    );
    const refused: { each: Numbered; reason: string }[] = [];
    for (const { each, done } of written) {
      if ('refused' in done) refused.push({ each, reason: done.refused });
      else note(each, done);
    }
    options.onProgress?.(counts);
    return refused;
  };

  const passes = await readThrough(file, refuse);
  for (const pass of PASSES.filter(passes.has)) {
    const again: Numbered[] = [];
    let batch: Numbered[] = [];
    let claims = new Set<string>();
    const writeBatch = async () => {
      for (const { each, reason } of await writeLines(batch)) {
        // What one line takes or needs, another one may give up or bring later.
        if (each.line.claims || each.line.waits) again.push(each);
        else refuse(each.number, Buffer.from(each.text), reason);
      }
      batch = [];
      claims = new Set();
    };

    const take = async (number: number, text: string) => {
      const reading = readRecord(withoutMark(text));
      if ('refused' in reading) return;
      const { line } = reading;
      const claimed = line.claims ?? [];
      if (batch.length === CONCURRENCY || claimed.some((claim) => claims.has(claim))) await writeBatch();
      batch.push({ number, text, line });
      for (const claim of claimed) claims.add(claim);
    };
    await forLines(file, (number, bytesOf) =>
      passes.get(number) === pass ? take(number, bytesOf().toString()) : undefined,
    );
    await writeBatch();
    for (let left = again; left.length > 0; ) {
      const still: { each: Numbered; reason: string }[] = [];
      for (const each of left) still.push(...(await writeLines([each])));
      const isStuck = still.length === left.length;
      if (isStuck) for (const { each, reason } of still) refuse(each.number, Buffer.from(each.text), reason);
      left = isStuck ? [] : still.map(({ each }) => each);
    }
  }
  return counts;
};
