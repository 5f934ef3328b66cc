/** The lines that `npm start` ends with: where it is, and what to paste first. Pure but for the default style. */
import { styleText } from 'node:util';
import type { DemoCommands } from './demo.ts';

export interface FirstLines {
  readonly url: string;
  /** The engine, the counts of usage and the logs, for the operator's commands. */
  readonly endpoint: string;
  readonly usageEndpoint: string;
  readonly logsEndpoint: string;
  /** Absent where the demo data was not loaded. */
  readonly demo?: DemoCommands | undefined;
}

/** How lines are shown: aligned and in colours on a terminal, plain elsewhere. */
export interface LineStyle {
  readonly isAligned: boolean;
  paint(format: 'cyan' | 'dim', text: string): string;
}

/** The style of standard output. `NO_COLOR` takes the colours away, not the alignment. */
export const outputStyle = (): LineStyle => ({
  isAligned: process.stdout.isTTY === true,
  // It looks at the stream, NO_COLOR and FORCE_COLOR by itself.
  paint: (format, text) => styleText(format, text, { stream: process.stdout }),
});

const rowsOf = ({ url, endpoint, usageEndpoint, logsEndpoint, demo }: FirstLines): (readonly [string, string])[] => [
  ['Pages', `${url}/docs`],
  ...(demo
    ? ([
        ['Key', demo.key],
        ['Read', demo.read],
        ['Write', demo.write],
        ['Error', demo.error],
      ] as const)
    : []),
  ['Agents', `PARTNER_API_KEY=${demo?.key ?? '...'} npm run mcp -- --url ${url}`],
  ['Operators', `npm run admin -- --help (--endpoint ${endpoint} --gateway ${usageEndpoint} --logs ${logsEndpoint})`],
  ...(demo ? ([['More', 'npm start -- --commands prints all keys, and a command for each operation']] as const) : []),
];

/** The lines, without a line break behind the last. */
export const firstLines = (lines: FirstLines, { isAligned, paint }: LineStyle): string => {
  const rows = rowsOf(lines);
  const width = Math.max(...rows.map(([label]) => label.length)) + 2;
  const shown = rows.map(([label, text]) => {
    const isCommand = ['Read', 'Write', 'Error'].includes(label);
    const name = isAligned ? label.padEnd(width) : `${label}: `;
    return `${isAligned ? '  ' : ''}${paint('dim', name)}${isCommand ? paint('cyan', text) : text}`;
  });
  // Without colours in any case: programs that start the service read the URL from this line.
  return [`Ready at ${lines.url}`, ...shown, paint('dim', 'A line for each request follows. Ctrl-C ends it.')].join(
    '\n',
  );
};
