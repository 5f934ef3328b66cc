/** `data bench`: loads generated records into a separate table and measures the time and memory that it takes. */
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { projectRoot } from '../../../cdk/build/bundle.ts';
import { openLocalTarget } from '../../admin/local-target.ts';
import { AdminError, type Io } from '../../io.ts';
import { readAssembly } from '../../local/assembly.ts';
import { startEngine } from '../../local/engine.ts';
import { ensureTable } from '../../local/table.ts';
import { withoutStream } from '../../local/without-stream.ts';
import { scratchFolder } from '../../scratch-folder.ts';
import { bulkTable } from '../bulk-table.ts';
import { benchRecords } from './bench-records.ts';
import { importData } from './data-import.ts';
import { describeTable, removeTable } from './second-table.ts';

export interface BenchOptions {
  readonly records: number;
  /** An engine that is already running; without it one is started. */
  readonly endpoint?: string | undefined;
  /** A synthesized stack, which defines the table's keys; without it one is made. */
  readonly assemblyDirectory?: string | undefined;
}

export interface BenchResult {
  readonly records: number;
  readonly megabytes: number;
  readonly seconds: number;
  /** Processor time of this process, without the engine's. */
  readonly cpuSeconds: number;
  readonly recordsPerSecond: number;
  readonly recordsPerCpuSecond: number;
  /** Resident memory of this process: before the load, at each quarter of it, and at its peak. */
  readonly memory: { readonly before: number; readonly quarters: readonly number[]; readonly peak: number };
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);

/**
 * The peak memory of this process in kilobytes; before the load it was lower. Linux's maximum resident set size
 * includes the parent's memory at the start of the process; `VmHWM` is of the process alone.
 */
const mostKilobytes = async (): Promise<number> => {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS);
};

const benchLines = function* (count: number): Generator<string> {
  for (const record of benchRecords(count)) yield `${JSON.stringify(record)}\n`;
};

/** Synthesizes in a separate process, so that the CDK's memory doesn't count as the load's. */
const synthesizeApart = async (outdir: string): Promise<string> => {
  const app = join(projectRoot, 'cdk/app.ts');
  await promisify(execFile)(process.execPath, [app], { env: { ...process.env, CDK_OUTDIR: outdir } });
  return outdir;
};

export const benchImport = async (
  io: Io,
  { records, endpoint, assemblyDirectory }: BenchOptions,
): Promise<BenchResult> => {
  const engine = endpoint ? { endpoint, stop: async () => {} } : await startEngine();
  const target = await openLocalTarget(engine.endpoint, `bench-${io.now()}-${process.pid}`);
  const { table } = target;
  // Fails here if there is no engine, before half a minute of work.
  await describeTable(table);
  const scratch = await scratchFolder('bench-');
  try {
    const assembly = assemblyDirectory ?? (await synthesizeApart(join(scratch.path, 'assembly')));
    await ensureTable(table, withoutStream(await readAssembly(assembly)));
    const file = join(scratch.path, 'records.jsonl');
    io.log(`Writing ${records} records ...`);
    await pipeline(benchLines(records), createWriteStream(file));
    const before = process.memoryUsage.rss();
    const quarters: number[] = [];
    const started = performance.now();
    const cpuBefore = process.cpuUsage();
    const { loaded, unchanged, refused } = await importData(
      { ...target, table: await bulkTable(table), place: engine.endpoint },
      io,
      file,
      {
        onProgress(counts) {
          const rss = process.memoryUsage.rss();
          if (counts.loaded >= ((quarters.length + 1) * records) / 4) quarters.push(megabytes(rss));
        },
      },
    );
    const peak = (await mostKilobytes()) * 1024;
    const seconds = (performance.now() - started) / 1000;
    const cpu = process.cpuUsage(cpuBefore);
    const cpuSeconds = (cpu.user + cpu.system) / 1e6;
    // A write that was applied without a response in time is found by its retry.
    if (loaded + unchanged !== records)
      throw new AdminError(`Only ${loaded} of ${records} records were loaded, ${refused} refused.`, 'outage');
    return {
      records,
      megabytes: megabytes((await stat(file)).size),
      seconds: Math.round(seconds * 10) / 10,
      cpuSeconds: Math.round(cpuSeconds * 10) / 10,
      recordsPerSecond: Math.round(records / seconds),
      recordsPerCpuSecond: Math.round(records / cpuSeconds),
      memory: { before: megabytes(before), quarters, peak: megabytes(peak) },
    };
  } finally {
    await removeTable(table);
    table.client.destroy();
    await engine.stop();
    await scratch.remove();
  }
};

export const reportBench = async (
  io: Io,
  options: BenchOptions & { readonly json?: boolean },
): Promise<BenchResult> => {
  const result = await benchImport(io, options);
  const { records, megabytes: size, seconds, cpuSeconds, recordsPerSecond, recordsPerCpuSecond, memory } = result;
  io.out(
    options.json
      ? JSON.stringify(result)
      : `${records} records (${size} MB) in ${seconds} s: ${recordsPerSecond} records per second.\n` +
          `Processor: ${cpuSeconds} s, ${recordsPerCpuSecond} records per second of it.\n` +
          `Memory: ${memory.before} MB before, ${memory.quarters.join(', ')} MB at each quarter, ${memory.peak} MB at most.`,
  );
  return result;
};
