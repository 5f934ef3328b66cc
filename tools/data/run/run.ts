/**
 * A run of a command over entire tables: reads segments in parallel, works with adaptive concurrency, shows progress, and
 * continues where an interrupted run stopped.
 */
import { createHash } from 'node:crypto';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { allEnded } from '../../../lib/dynamodb/client/concurrency.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { type Progress, startProgress } from '../../admin/progress.ts';
import type { Io } from '../../io.ts';
import type { OpenTable } from '../../open-table.ts';
import { adaptiveLimit } from '../adaptive-limit.ts';
import { scanPages } from '../commands/scan.ts';
import { describeTable } from '../commands/second-table.ts';
import { untilAvailable } from '../retry.ts';
import {
  newPosition,
  type Position,
  type PositionFile,
  readPosition,
  removePosition,
  type SegmentPosition,
  writePosition,
} from './position.ts';

/** The most calls at the same time, as long as the table keeps up. The client has 50 connections. */
const MOST_CALLS = 48;
/** The most pages that are worked on at the same time, of all segments. */
const MOST_PAGES = 4;
const SAVED_EVERY = 1000;

/** Called when the work on some items is done: what it changes is kept together with the position behind them. */
type Commit = (() => void) | undefined;

export interface Sweep {
  /** Names this reading within its run: a run that continues skips readings that are complete. */
  readonly phase: string;
  readonly table: OpenTable;
  /** For the progress: `Comparing`. */
  readonly what: string;
  /** Only items of these types, which costs the same. */
  readonly types?: readonly string[];
  /** Only these attributes. */
  readonly only?: readonly string[];
  /** Works on some of the items. Work that is interrupted is done again. */
  readonly see: (items: readonly Item[]) => Commit | Promise<Commit> | Promise<void>;
}

export interface Run {
  /** Makes a call, or a few that belong together, within the limit; again while the table is unavailable. */
  call<T>(work: () => Promise<T>): Promise<T>;
  /** Works on each of many, within the limit. */
  each<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void>;
  /** Reads a table, and works on all of its items. */
  sweep(sweep: Sweep): Promise<void>;
  /** Does something once, also if the run is interrupted later. */
  step(phase: string, work: () => Promise<void>): Promise<void>;
  /** Counts that are kept with the position. */
  counts(name: string): Map<string, number>;
  /** An object of JSON that is kept with the position. */
  keep<T extends object>(name: string, initial: T): T;
  /** Names what the run works by: if that has changed, it starts from the beginning. What is counted and kept stays. */
  workBy(what: unknown): void;
  /** Ends the run: it is complete. */
  end(): void;
}

export interface RunOptions {
  readonly io?: Io | undefined;
  /** Where the position is kept; without it a run starts from the beginning. */
  readonly at?: PositionFile | undefined;
}

export const startRun = ({ io, at }: RunOptions = {}): Run => {
  const limit = adaptiveLimit({ most: MOST_CALLS, now: () => clock.now() });
  const position: Position = at ? readPosition(at) : newPosition();
  const counts = new Map<string, Map<string, number>>();
  let savedAt = Number.NEGATIVE_INFINITY;
  let pauseOfSaves = SAVED_EVERY;
  const save = (isDue = false) => {
    const now = performance.now();
    if (!at || (!isDue && now - savedAt < pauseOfSaves)) return;
    for (const [name, map] of counts) position.kept[name] = Object.fromEntries(map);
    writePosition(at, position);
    savedAt = performance.now();
    // A position with much in it is saved less often.
    pauseOfSaves = Math.max(SAVED_EVERY, 20 * (savedAt - now));
  };
  const call: Run['call'] = (work) => untilAvailable(() => limit.run(work));

  const progressOf = async ({ table, what }: Sweep, seen: number): Promise<Progress | undefined> =>
    io && startProgress(io, (await describeTable(table))?.ItemCount ?? 0, what, seen);

  const readSegment = async (
    sweep: Sweep,
    at: number,
    { reading, see, signal }: { reading: NonNullable<Position['reading']>; see: () => void; signal: AbortController },
  ) => {
    const { segments } = reading;
    const from = segments[at];
    if (from === 'end') return;
    const pages = scanPages(sweep.table, {
      types: sweep.types,
      only: sweep.only,
      segment: { at, of: segments.length },
      from: from ?? undefined,
      call,
    });
    const depth = Math.ceil(MOST_PAGES / segments.length);
    const working: { readonly work: Promise<Commit>; readonly next: SegmentPosition; readonly count: number }[] = [];
    const complete = async () => {
      const { work, next, count } = working[0]!;
      const commit = await work;
      working.shift();
      // Nothing is awaited between these: the position and what is kept with it belong together.
      commit?.();
      segments[at] = next;
      reading.seen += count;
      see();
      save();
    };
    try {
      for await (const { items, next, scanned } of pages) {
        const work = (async () => (await sweep.see(items)) ?? undefined)();
        // Reported where it is awaited.
        work.catch(() => {});
        working.push({ work, next: next ?? 'end', count: scanned });
        if (working.length >= depth) await complete();
        // What another segment met ends this one too.
        if (signal.signal.aborted) return;
      }
      while (working.length > 0) await complete();
    } catch (error) {
      signal.abort();
      throw error;
    } finally {
      await Promise.allSettled(working.map(({ work }) => work));
    }
  };

  return {
    call,
    each: async (all, work) => void (await allEnded(all.map((one) => call(() => work(one))))),
    async sweep(sweep) {
      const { phase, table } = sweep;
      if (position.done.includes(phase)) return;
      const isContinued = position.reading?.phase === phase;
      const segments = Array.from({ length: table.segments ?? 1 }, () => null);
      const reading = isContinued ? position.reading! : { phase, segments, seen: 0 };
      position.reading = reading;
      const progress = await progressOf(sweep, reading.seen);
      const shared = { reading, see: () => progress?.update(reading.seen), signal: new AbortController() };
      try {
        await allEnded(reading.segments.map((_, at) => readSegment(sweep, at, shared)));
      } finally {
        progress?.stop();
        // An error, too, leaves what is done.
        save(true);
      }
      position.done.push(phase);
      position.reading = undefined;
      save(true);
    },
    async step(phase, work) {
      if (position.done.includes(phase)) return;
      await work();
      position.done.push(phase);
      save(true);
    },
    counts(name) {
      const found = counts.get(name) ?? new Map(Object.entries((position.kept[name] ?? {}) as Record<string, number>));
      counts.set(name, found);
      return found;
    },
    keep(name, initial) {
      const kept = (position.kept[name] ?? initial) as typeof initial;
      position.kept[name] = kept;
      return kept;
    },
    workBy(what) {
      const digest = createHash('sha256').update(JSON.stringify(what)).digest('base64url');
      const { by = digest } = position.kept;
      if (by !== digest) {
        position.done.length = 0;
        position.reading = undefined;
      }
      position.kept.by = digest;
    },
    end() {
      if (at) removePosition(at);
    },
  };
};
