/** The results as tables, as JSON, and as plots drawn by Vega-Lite. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { memoryMegabytes } from '../../cdk/stack/endpoint-function.ts';
import { lambdaCost, WHOLE_PROCESSOR_MEGABYTES } from '../../cdk/tools/admin/cost-arithmetic.ts';
import prices from '../../cdk/tools/admin/cost-prices.json' with { type: 'json' };
import type { Growth } from './growth.ts';
import type { Measured } from './statistics.ts';

export interface Row {
  readonly id: string;
  readonly title: string;
  readonly peer: boolean;
  readonly bundle: { readonly kilobytes: number; readonly gzip: number };
  /** Milliseconds; `total` from the process's start and `cpu` are less those of an empty handler. */
  readonly cold: Readonly<Record<'total' | 'load' | 'first' | 'inProcess' | 'cpu' | 'contact', Measured>>;
  /** Microseconds less those of an empty handler; `memory` in MB, `memoryAlike` with the settings of V8 that ours has. */
  readonly warm: Readonly<
    Record<
      | 'cpu'
      | 'p50'
      | 'p99'
      | 'contactCpu'
      | 'networkCpu'
      | 'networkP50'
      | 'engineCpu'
      | 'engineP50'
      | 'memory'
      | 'memoryAlike',
      Measured
    >
  >;
  readonly taken: { readonly calls: number; readonly units: number; readonly kilobytes: number };
}

export interface Results {
  readonly node: string;
  readonly machine: string;
  readonly plan: 'full' | 'short';
  readonly rows: readonly Row[];
  readonly growth: readonly Growth[];
}

const markdown = (header: readonly string[], lines: readonly (readonly string[])[]): string => {
  const widths = header.map((_, column) => Math.max(...[header, ...lines].map((line) => line[column]!.length)));
  const draw = (line: readonly string[]) =>
    `| ${line.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [draw(header), rule, ...lines.map(draw)].join('\n');
};

const both = ({ median, spread }: Measured, digits = 0) => `${median.toFixed(digits)} ±${spread.toFixed(digits)}`;
const plain = ({ median }: Measured, digits = 0) => median.toFixed(digits);

const comparison = ({ rows }: Results): string =>
  markdown(
    [
      'update business',
      'bundle kB (gz)',
      'cold ms',
      'load + first ms',
      'cold CPU ms',
      'warm CPU µs',
      'p50 µs',
      'p99 µs',
      'peak MB (V8 set alike)',
      'calls',
      'units',
      'kB',
    ],
    rows.map(({ title, bundle, cold, warm, taken }) => [
      title,
      `${bundle.kilobytes.toFixed(0)} (${bundle.gzip.toFixed(0)})`,
      both(cold.total),
      `${plain(cold.load)} + ${plain(cold.first)}`,
      both(cold.cpu),
      both(warm.cpu),
      plain(warm.p50),
      plain(warm.p99),
      `${plain(warm.memory)} (${plain(warm.memoryAlike)})`,
      String(taken.calls),
      taken.units.toFixed(1),
      taken.kilobytes.toFixed(1),
    ]),
  );

const others = ({ rows }: Results): string =>
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
const ratios = ({ rows }: Results): string => {
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

const growth = ({ growth: lines }: Results): string =>
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

/** What was asked for of an update, beside what this run shows. */
const goals = ({ rows }: Results): string => {
  const [ours, ...rest] = rows;
  const byId = (id: string) => rest.find((row) => row.id === id)!;
  const peers = rest.filter((row) => row.peer);
  const over = (row: Row, value: (row: Row) => number) => value(ours!) / value(row);
  const coldMs = ({ cold }: Row) => cold.inProcess.median;
  const warmCpu = ({ warm }: Row) => warm.cpu.median;
  const memory = ({ warm }: Row) => warm.memory.median;
  const worst = (value: (row: Row) => number) => Math.max(...peers.map((row) => over(row, value)));
  const lines: readonly (readonly [string, number, number])[] = [
    ['cold in process, of bare', 0.6, over(byId('bare'), coldMs)],
    ['cold in process, of naive middy', 0.35, over(byId('naive'), coldMs)],
    ['cold in process, of the best peer', 0.67, worst(coldMs)],
    ['warm CPU, of bare that reads before it writes', 0.45, over(byId('bare-read-first'), warmCpu)],
    ['warm CPU, of bare that writes at once, as ours does', 0.45, over(byId('bare'), warmCpu)],
    ['warm CPU, of the best peer', 0.5, worst(warmCpu)],
    ['peak memory, of bare', 0.6, over(byId('bare'), memory)],
  ];
  return markdown(
    ['update business', 'goal', 'here', ''],
    lines.map(([what, goal, here]) => [what, goal.toFixed(2), here.toFixed(2), here <= goal ? 'reached' : 'missed']),
  );
};

/** As `npm run cost` takes it: what a call to the table makes a function wait. */
const CALL_MILLISECONDS = 5;
const MEMORY_SIZES = [128, 256, 512, 1024, 1769];

/** What an update takes, and costs, by the function's memory: measured CPU time, at the share of a processor of that size. */
const sweep = ({ rows }: Results): string => {
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

export const table = (results: Results): string =>
  [comparison, goals, ratios, others, growth, sweep].map((part) => part(results)).join('\n\n');

const draw = async (spec: object): Promise<string> => {
  // The benchmark's own packages, which may be missing where types are checked.
  const [vega, vegaLite]: string[] = ['vega', 'vega-lite'];
  const { parse, View } = await import(vega!);
  const { compile } = await import(vegaLite!);
  return new View(parse(compile(spec).spec), { renderer: 'none' }).toSVG();
};

const SCHEMA = 'https://vega.github.io/schema/vega-lite/v6.json';
const frame = {
  $schema: SCHEMA,
  background: 'white',
  padding: 12,
  config: { font: 'sans-serif', axis: { grid: true } },
};

const bars = ({ rows }: Results) => {
  const parts: readonly (readonly [string, (row: Row) => number])[] = [
    ['cold start in process, ms', ({ cold }) => cold.inProcess.median],
    ['warm CPU of a request, µs', ({ warm }) => warm.cpu.median],
    ['peak memory, MB', ({ warm }) => warm.memory.median],
    ['bundle, kB', ({ bundle }) => bundle.kilobytes],
  ];
  return {
    ...frame,
    title: 'Update business: ours beside others that give the same answers',
    columns: 2,
    concat: parts.map(([title, value]) => ({
      width: 300,
      height: 190,
      title,
      data: {
        values: rows.map((row) => ({ title: row.title, value: Math.round(value(row)), ours: row.id === 'ours' })),
      },
      encoding: {
        y: { field: 'title', type: 'nominal', sort: null, axis: { title: null, labelLimit: 230 } },
        x: { field: 'value', type: 'quantitative', axis: { title: null }, scale: { nice: true } },
      },
      layer: [
        {
          mark: 'bar',
          encoding: {
            color: {
              field: 'ours',
              type: 'nominal',
              scale: { domain: [true, false], range: ['#1a6fb5', '#b9c4cd'] },
              legend: null,
            },
          },
        },
        { mark: { type: 'text', align: 'left', dx: 4 }, encoding: { text: { field: 'value', type: 'quantitative' } } },
      ],
    })),
  };
};

const lines = (results: Results) => ({
  ...frame,
  title: 'Time of a request on the embedded engine, as what it is about grows',
  width: 460,
  height: 260,
  data: { values: results.growth },
  mark: { type: 'line', point: true },
  encoding: {
    x: { field: 'size', type: 'quantitative', scale: { type: 'log' }, axis: { title: 'size', format: ',' } },
    y: { field: 'milliseconds', type: 'quantitative', scale: { type: 'log' }, axis: { title: 'ms (median)' } },
    color: { field: 'what', type: 'nominal', legend: { title: null, labelLimit: 260 } },
  },
});

const START = '<!-- written by npm run bench: from here -->';
const END = '<!-- written by npm run bench: to here -->';

/** Writes the figures into `docs/speed.md` between its two marks, and draws the plots anew. */
export const writeDocuments = async (results: Results): Promise<void> => {
  const docs = join(projectRoot, 'docs');
  const file = join(docs, 'speed.md');
  const text = await readFile(file, 'utf8');
  const [before, after] = [text.indexOf(START), text.indexOf(END)];
  if (before < 0 || after < before) throw new Error(`${file} has lost the marks between which the figures stand`);
  const figures = [
    `${results.plan === 'short' ? 'A short run, of few rounds. ' : ''}Measured with Node ${results.node} on ${results.machine}, shared with other work. Medians ± half the distance of the quartiles.`,
    comparison(results),
    'Against the goals, as ratios:',
    goals(results),
    'Ours over each other (under 1, ours is the better):',
    ratios(results),
    'Over HTTPS on this machine, on the embedded engine, and get contact:',
    others(results),
    growth(results),
    sweep(results),
  ].join('\n\n');
  await writeFile(file, `${text.slice(0, before)}${START}\n\n${figures}\n\n${text.slice(after)}`);
  await writeFile(join(docs, 'speed.svg'), await draw(bars(results)));
  await writeFile(join(docs, 'speed-growth.svg'), await draw(lines(results)));
};
