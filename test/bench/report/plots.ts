/** The results as plots, drawn by Vega-Lite. */
import type { Results, Row } from './results.ts';

/** The SVG of a plot. */
export const draw = async (spec: object): Promise<string> => {
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

export const bars = ({ rows }: Results) => {
  const parts: readonly (readonly [string, (row: Row) => number])[] = [
    ['cold start in process, ms', ({ cold }) => cold.inProcess.median],
    ['warm CPU of a request, µs', ({ warm }) => warm.cpu.median],
    ['peak memory, MB', ({ warm }) => warm.memory.median],
    ['bundle, kB', ({ bundle }) => bundle.kilobytes],
  ];
  return {
    ...frame,
    title: 'Update business: ours compared with others that give the same answers',
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

export const lines = (results: Results) => ({
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
