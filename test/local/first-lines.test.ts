/** What `npm start` shows while it begins, and the lines that it ends with. */
import { WriteStream } from 'node:tty';
import { stripVTControlCharacters, styleText } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { firstCommands } from '../../tools/local/demo.ts';
import { firstLines, type LineStyle, outputStyle } from '../../tools/local/first-lines.ts';
import { createSteps } from '../../tools/local/steps.ts';

const url = 'http://localhost:3000';
const ESCAPE = '\u001b[';
const places = {
  url,
  endpoint: 'http://127.0.0.1:1001',
  usageEndpoint: 'http://127.0.0.1:1002',
  logsEndpoint: 'http://127.0.0.1:1003',
};
const PLAIN: LineStyle = { isAligned: false, paint: (_, text) => text };
const COLOURED: LineStyle = {
  isAligned: true,
  paint: (format, text) => styleText(format, text, { validateStream: false }),
};
const linesOf = async (style: LineStyle) =>
  firstLines({ ...places, demo: await firstCommands(url) }, style).split('\n');

describe('The first lines', () => {
  it('are ten: the URL, the pages, one key, three commands, and where more is', async () => {
    const lines = await linesOf(PLAIN);
    expect(lines.length).toBe(10);
    expect(lines[0]).toBe(`Ready at ${url}`);
    expect(lines.map((line) => line.split(':')[0]).slice(1, -1)).toEqual([
      'Pages',
      'Key',
      'Read',
      'Write',
      'Error',
      'Agents',
      'Operators',
      'More',
    ]);
    expect(lines.filter((line) => line.includes(': curl -s '))).toHaveLength(3);
    for (const place of Object.values(places)) expect(lines.join('\n')).toContain(place);
    expect(lines.join('\n')).toContain('npm start -- --commands');
  });

  it('name no key and no command without the demo data', () => {
    const text = firstLines(places, PLAIN);
    expect(text).not.toMatch(/curl|^Key|demo-|--commands/im);
    expect(text).toContain(`Pages: ${url}/docs`);
  });

  it('are aligned and in colours on a terminal, and say the same', async () => {
    const lines = await linesOf(COLOURED);
    expect(lines[0]).toBe(`Ready at ${url}`);
    expect(lines.slice(1).filter((line) => !line.trimStart().startsWith(ESCAPE))).toEqual([]);
    const bare = lines.map(stripVTControlCharacters);
    const columns = bare.slice(1, -1).map((line) => /^ {2}\w+ +/.exec(line)?.[0].length);
    expect(new Set(columns).size).toBe(1);
    const words = (each: readonly string[]) => each.map((line) => line.replace(/^ *(\w+):? +/, '$1 '));
    expect(words(bare)).toEqual(words(await linesOf(PLAIN)));
  });

  it.each([
    ['a terminal', true, {}, { isAligned: true, isColoured: true }],
    ['a terminal under NO_COLOR', true, { NO_COLOR: '1' }, { isAligned: true, isColoured: false }],
    ['a pipe', false, {}, { isAligned: false, isColoured: false }],
  ])('know %s', async (_, isTTY, environment, expected) => {
    for (const name of ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS', 'CI']) vi.stubEnv(name, undefined);
    for (const [name, value] of Object.entries({ TERM: 'xterm-256color', ...environment })) vi.stubEnv(name, value);
    const { isTTY: before } = process.stdout;
    onTestFinished(() => {
      Object.assign(process.stdout, { isTTY: before });
      // Of the stream's own class again, if that has one.
      Reflect.deleteProperty(process.stdout, 'getColorDepth');
      vi.unstubAllEnvs();
    });
    Object.assign(process.stdout, { isTTY, getColorDepth: WriteStream.prototype.getColorDepth });
    const text = (await linesOf(outputStyle())).join('\n');
    expect({
      isAligned: /^ {2}\S*Key {2}/m.test(stripVTControlCharacters(text)),
      isColoured: stripVTControlCharacters(text) !== text,
    }).toEqual(expected);
  });
});

describe('The steps of a start', () => {
  const shown = (isTerminal: boolean) => {
    const clock = { now: 0, ticks: new Set<() => void>() };
    let text = '';
    const steps = createSteps({
      write: (part) => {
        text += part;
      },
      isTerminal,
      now: () => clock.now,
      everySecond: (run) => {
        clock.ticks.add(run);
        return () => clock.ticks.delete(run);
      },
    });
    const pass = (milliseconds: number) => {
      clock.now += milliseconds;
      for (const tick of clock.ticks) tick();
    };
    steps.begin('Synthesizing');
    pass(1000);
    pass(1000);
    steps.begin('Loading');
    pass(1000);
    steps.end();
    pass(1000);
    steps.end();
    return { text, isOver: clock.ticks.size === 0 };
  };

  it('count their seconds on one line of a terminal, and leave it complete', () => {
    const { text, isOver } = shown(true);
    expect(text.split('\r\u001b[K')).toEqual([
      '',
      'Synthesizing ... 0 s',
      'Synthesizing ... 1 s',
      'Synthesizing ... 2 s',
      'Synthesizing ... 2 s\n',
      'Loading ... 0 s',
      'Loading ... 1 s',
      'Loading ... 1 s\n',
    ]);
    expect(isOver).toBe(true);
  });

  it('are a line each elsewhere', () => expect(shown(false).text).toBe('Synthesizing ...\nLoading ...\n'));
});
