/** The results as tables. */
import { memoryMegabytes } from '../../../cdk/stack/endpoint-function.ts';
import { lambdaCost, WHOLE_PROCESSOR_MEGABYTES } from '../../../tools/admin/cost-arithmetic.ts';
import prices from '../../../tools/admin/cost-prices.json' with { type: 'json' };
import type { Measured } from '../statistics.ts';
import { markdown } from './markdown.ts';
import type { Results, Row } from './results.ts';

const both = ({ median, spread }: Measured, digits = 0) => `${median.toFixed(digits)} ±${spread.toFixed(digits)}`;
const plain = ({ median }: Measured, digits = 0) => median.toFixed(digits);

export const comparison = ({ rows }: Results): string =>
  markdown(
    ['update business', 'bundle kB (gz)', 'cold ms', 'cold CPU ms', 'warm CPU µs', 'peak MB', 'calls', 'units'],
    rows.map(({ title, bundle, cold, warm, taken }) => [
      title,
      `${bundle.kilobytes.toFixed(0)} (${bundle.gzip.toFixed(0)})`,
      both(cold.total),
      both(cold.cpu),
      both(warm.cpu),
      plain(warm.memory),
      String(taken.calls),
      taken.units.toFixed(1),
    ]),
  );

export const others = ({ rows }: Results): string =>
  markdown(
    ['', 'HTTPS CPU µs', 'HTTPS p50 µs', 'engine CPU µs', 'engine p50 µs', 'get contact: cold ms', 'warm CPU µs'],
    rows.map(({ title, cold, warm }) => [
      title,
      both(warm.networkCpu),
      plain(warm.networkP50),
      both(warm.engineCpu),
      plain(warm.engineP50),
      both(cold.contact),
      both(warm.contactCpu),
    ]),
  );

const share = (a: number, b: number) => (a / b).toFixed(2);

/** Ours over each other; under 1 ours is the better. */
export const ratios = ({ rows }: Results): string => {
  const [ours, ...rest] = rows;
  const over = (row: Row, value: (row: Row) => number) => share(value(ours!), value(row));
  return markdown(
    [
      'ours over',
      'cold',
      'cold in process',
      'cold CPU',
      'warm CPU',
      'p50',
      'HTTPS CPU',
      'engine p50',
      'peak memory',
      'bundle',
    ],
    rest.map((row) => [
      row.title,
      over(row, ({ cold }) => cold.total.median),
      over(row, ({ cold }) => cold.inProcess.median),
      over(row, ({ cold }) => cold.cpu.median),
      over(row, ({ warm }) => warm.cpu.median),
      over(row, ({ warm }) => warm.p50.median),
      over(row, ({ warm }) => warm.networkCpu.median),
      over(row, ({ warm }) => warm.engineP50.median),
      over(row, ({ warm }) => warm.memory.median),
      over(row, ({ bundle }) => bundle.kilobytes),
    ]),
  );
};

export const growth = ({ growth: lines }: Results): string =>
  markdown(
    ['ours, on the embedded engine', 'size', 'ms', 'calls', 'units', 'kB to and from the table'],
    lines.map(({ what, size, milliseconds, calls, units, kilobytes }) => [
      what,
      size.toLocaleString('en'),
      milliseconds.toFixed(1),
      calls,
      units.toFixed(1),
      kilobytes.toFixed(1),
    ]),
  );

/** As `npm run cost` takes it: what a call to the table makes a function wait. */
const CALL_MILLISECONDS = 5;
const MEMORY_SIZES = [128, 256, 512, 1024, 1769];

/** What an update takes, and costs, by the function's memory: measured CPU time, at the share of a processor of that size. */
export const sweep = ({ rows }: Results): string => {
  const { cold, warm, taken } = rows[0]!;
  const milliseconds = (cpuMilliseconds: number, memory: number) =>
    cpuMilliseconds / Math.min(1, memory / WHOLE_PROCESSOR_MEGABYTES);
  const request = (memory: number) =>
    milliseconds(warm.networkCpu.median / 1000, memory) + taken.calls * CALL_MILLISECONDS;
  return markdown(
    ['update business, memory', 'ms', 'of the next smaller', 'cold start, ms', '$ per million requests'],
    MEMORY_SIZES.map((memory, index) => [
      `${memory} MB${memory === memoryMegabytes ? ' (chosen)' : ''}`,
      request(memory).toFixed(1),
      index === 0 ? '' : share(request(memory), request(MEMORY_SIZES[index - 1]!)),
      milliseconds(cold.cpu.median, memory).toFixed(0),
      lambdaCost(request(memory), { memoryMegabytes: memory }, prices).toFixed(2),
    ]),
  );
};

export const tables = (results: Results): readonly string[] =>
  [comparison, ratios, others, growth, sweep].map((part) => part(results));
