/** Files that are broken, or claim what they do not hold: what looking at each takes of the function that fetched it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeOptions } from '../../cdk/stack/endpoint-function.ts';
import { MOST_PARTS, WINDOW_BYTES } from '../../lib/media/inspect/windows.ts';
import { FORMATS, type Format } from '../../lib/media/rules/kinds.ts';
import { BROKEN_FILM, BROKEN_PICTURE, MIXED } from '../../lib/media/rules/limits.ts';
import { runs } from '../support/chosen.ts';
import type { LookedAt, ToLookAt } from './files-child.ts';
import { claimedSamples, emptyScans, longTables } from './files-hostile.ts';
import { mutated, seedsOf } from './files-mutations.ts';
import type { Findings, Part, Trial } from './part.ts';
import { randomAt } from './random.ts';

/** Of each format, and how many of them are as large as a file may be. */
const sizes = {
  short: { files: runs(60, 300), large: 0 },
  full: { files: 10_000, large: 0.005 },
} as const;

const MEGABYTE = 1_048_576;
const MOST_MEGABYTES = 150;
const MOST_MILLISECONDS = 5000;
/** Files that one process looks at: what is over is freed late where there is room, and would count as the next file's. */
const FILES_EACH = 200;
/** Once from box to box, and once for what is in them; a window begins again where a step leads out of one. */
const MOST_READINGS = 3;
const ENDS: ReadonlySet<string> = new Set(['taken', ...[BROKEN_FILM, BROKEN_PICTURE, MIXED].map(({ text }) => text)]);

/** What is wrong with what a file took; what every machine says alike, in the short form. */
const problems = ({ end, work, milliseconds, megabytes }: LookedAt, bytes: number, isTimed: boolean) => [
  ...(ENDS.has(end) ? [] : [`ends as ${end}`]),
  ...(work.bytesRead > MOST_READINGS * bytes + 4 * WINDOW_BYTES ? [`was read ${work.bytesRead} bytes of`] : []),
  ...(work.parts > MOST_PARTS + 1 ? [`has ${work.parts} parts`] : []),
  ...(isTimed && milliseconds > MOST_MILLISECONDS ? [`took ${milliseconds.toFixed(0)} ms of processor time`] : []),
  ...(isTimed && megabytes > MOST_MEGABYTES ? [`took ${megabytes.toFixed(0)} MB`] : []),
];

const NOTHING = { work: { bytesRead: 0, parts: 0 }, milliseconds: 0, megabytes: 0 };

/** A process that looks at files; one that ends by itself is a finding of the file that it looked at. */
const startChild = () => {
  const child = fork(join(import.meta.dirname, 'files-child.ts'), { execArgv: nodeOptions.split(' ') });
  const gone = once(child, 'exit').then(
    ([code, signal]): LookedAt => ({ ...NOTHING, end: `ended the process: ${code ?? signal}` }),
  );
  return {
    lookAt: (message: ToLookAt): Promise<LookedAt> => {
      child.send(message);
      return Promise.race([once(child, 'message').then(([looked]) => looked as LookedAt), gone]);
    },
    isGone: () => child.exitCode !== null || child.signalCode !== null,
    stop: () => child.kill(),
  };
};

const run = async (trial: Trial): Promise<Findings> => {
  const { files, large } = sizes[trial.size];
  const isFull = trial.size === 'full';
  const folder = await mkdtemp(join(tmpdir(), 'files-'));
  const path = join(folder, 'file');
  const failures: string[] = [];
  const most = { megabytes: 0, milliseconds: 0, readings: 0 };
  const counts = { files: 0, large: 0, taken: 0, mixed: 0 };
  let child = startChild();
  const look = async (file: Buffer, format: Format, name: string) => {
    await writeFile(path, file);
    const looked = await child.lookAt({ path, format });
    for (const problem of problems(looked, file.length, isFull)) failures.push(`${name} ${problem}`);
    counts.files++;
    if (counts.files % FILES_EACH === 0) child.stop();
    if (counts.files % FILES_EACH === 0 || child.isGone()) child = startChild();
    if (looked.end === 'taken') counts.taken++;
    if (looked.end === MIXED.text) counts.mixed++;
    most.megabytes = Math.max(most.megabytes, looked.megabytes);
    most.milliseconds = Math.max(most.milliseconds, looked.milliseconds);
    most.readings = Math.max(most.readings, looked.work.bytesRead / Math.max(file.length, WINDOW_BYTES));
  };
  try {
    const seeds = await seedsOf();
    const scale = isFull ? MEGABYTE : 20_000;
    await look(claimedSamples(268_000_000), 'MP4', 'a fragment that claims 268,000,000 samples');
    await look(longTables(16 * scale), 'MP4', 'a header of tables');
    await look(emptyScans(20 * scale), 'JPG', 'a picture of empty scans');
    for (const [each, format] of FORMATS.entries()) {
      for (let index = 0; index < files; index++) {
        const chosen = mutated({ format, seeds: seeds[format], large }, randomAt(trial.seed + each, index));
        if (chosen.isLarge) counts.large++;
        await look(chosen.file, format, `${format} ${index} of seed ${trial.seed}`);
      }
      trial.say(`${format}: at most ${most.megabytes.toFixed(0)} MB and ${most.milliseconds.toFixed(0)} ms so far`);
    }
  } finally {
    child.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return {
    tried: `${files} changed files of each format (${FORMATS.join(', ')}), ${counts.large} of them as large as a file may be; a fragment that claims 268,000,000 samples, a header of 16 MB of tables, 20 MB of empty scans`,
    found: `${counts.taken} were taken and ${counts.mixed} held another file, the rest were broken; the worst took ${(most.milliseconds / 1000).toFixed(1)} s of processor time, a process that looked at ${FILES_EACH} of them ${most.megabytes.toFixed(0)} MB in all, Node counted; none was read more than ${most.readings.toFixed(1)} times`,
    failures,
  };
};

export const files: Part = {
  name: 'files',
  promise: `Inspecting any fetched file ends, and takes no more than ${MOST_MEGABYTES} MB and ${MOST_MILLISECONDS / 1000} seconds of processor time`,
  run,
};
