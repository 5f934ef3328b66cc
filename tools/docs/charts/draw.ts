/** Draws a chart as a figure: its legend, an SVG in the colours of the page, and the same in words. Pure. */
import { escaped } from '../page/text.ts';
import type { Chart, Row } from './charts.ts';

/** In the units of the SVG: as wide as a phone, so that its text can be read there. */
const WIDTH = 400;
const NOTE = 104;
const GAP = 8;
const BAR = 14;
/** From one bar to the next, of one label and of another. */
const [CLOSE, APART] = [17, 22];
const [HEIGHT, TOP, BOTTOM] = [190, 16, 18];

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
const short = (number: number): string => String(Number(number.toFixed(2)));

const text = (x: number, y: number, words: string, anchor = 'start'): string =>
  words === '' ? '' : `<text x="${short(x)}" y="${short(y)}" text-anchor="${anchor}">${escaped(words)}</text>`;

const rect = (tone: number, [x, y, width, height]: readonly [number, number, number, number]): string =>
  width * height === 0
    ? ''
    : `<rect class="tone-${tone}" x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"/>`;

/** Where each part begins, by what is before it. */
const startsOf = (values: readonly number[]): readonly number[] =>
  values.map((_, index) => sum(values.slice(0, index)));

const bars = ({ series, rows }: Chart): { readonly height: number; readonly body: string } => {
  const left = Math.min(170, 8 * Math.max(...rows.map(({ label }) => label.length)) + GAP);
  const scale = (WIDTH - left - NOTE) / Math.max(...rows.map(({ values }) => sum(values)));
  let y = 0;
  const body = rows.map(({ label, values, note }, index) => {
    const isFirst = rows[index - 1]?.label !== label;
    if (index > 0) y += isFirst ? APART : CLOSE;
    const starts = startsOf(values);
    return [
      isFirst ? text(left - GAP, y + 11, label, 'end') : '',
      ...values.map((value, part) => rect(series[part]!.tone, [left + starts[part]! * scale, y, value * scale, BAR])),
      text(left + sum(values) * scale + GAP / 2, y + 11, note),
    ].join('');
  });
  return { height: y + BAR + 2, body: body.join('\n') };
};

const columns = ({ series, rows }: Chart): { readonly height: number; readonly body: string } => {
  const base = HEIGHT - BOTTOM;
  const scale = (base - TOP) / Math.max(...rows.map(({ values }) => sum(values)));
  const step = WIDTH / rows.length;
  const body = rows.map(({ label, values, note }, index) => {
    const middle = (index + 0.5) * step;
    const starts = startsOf(values);
    return [
      ...values.map((value, part) =>
        rect(series[part]!.tone, [
          middle - step * 0.35,
          base - (starts[part]! + value) * scale,
          step * 0.7,
          value * scale,
        ]),
      ),
      text(middle, base - sum(values) * scale - 4, note, 'middle'),
      text(middle, HEIGHT - 4, label, 'middle'),
    ].join('');
  });
  return { height: HEIGHT, body: [`<path d="M0 ${base}.5H${WIDTH}"/>`, ...body].join('\n') };
};

const inWords = ({ series }: Chart, { label, of, values, note }: Row): string =>
  `${label}${of ? `, ${of}` : ''}: ${values.map((value, part) => `${value} ${series[part]!.name}`).join(', ')}${note && ` (${note})`}`;

/** @param caption - what it shows */
export const drawnChart = (chart: Chart, caption: string): string => {
  const { height, body } = chart.kind === 'bars' ? bars(chart) : columns(chart);
  const words = chart.rows.map((row) => inWords(chart, row)).join('. ');
  const legend = chart.series.map(({ name, tone }) => `<li class="tone-${tone}">${escaped(name)}</li>`).join('');
  return `<figure class="chart"><figcaption>${escaped(caption)}</figcaption>
<ul>${legend}</ul>
<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(words)}">
${body}
</svg></figure>`;
};
