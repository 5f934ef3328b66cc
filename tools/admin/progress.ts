/** Shows the progress of long work with its rate and an estimate: a bar on a terminal, otherwise lines. */
import { Presets, SingleBar } from 'cli-progress';
import { ifCutOff } from '../cut-off.ts';
import type { Io } from '../io.ts';
import { doneText, paceText } from './pace.ts';

export interface Progress {
  /** @param done - how many of the total */
  update(done: number, note?: string): void;
  stop(): void;
}

/** Seconds after which a line is due: short work has none, long work one at once. */
const FIRST_LINES = [1, 3, 5, 10];
/** Seconds between all later lines. */
const BETWEEN_LINES = 10;

/** A function to call once a second, which says whether a line is due. */
const lineDue = () => {
  let seconds = 0;
  return (): boolean => {
    seconds++;
    return FIRST_LINES.includes(seconds) || seconds % BETWEEN_LINES === 0;
  };
};

interface Shown {
  show(done: number, text: string): void;
  stop(): void;
}

const plainLines = (io: Io, total: number, what: string): Shown => {
  const isDue = lineDue();
  return {
    show(done, text) {
      if (isDue()) io.log(`${what}: ${doneText({ done, total })}${text && `, ${text}`}`);
    },
    stop() {},
  };
};

const bar = (terminal: NodeJS.WritableStream, total: number, what: string): Shown => {
  const shown = new SingleBar(
    {
      format: `${what} {bar} {percentage}% | {value}/{total} | {note}`,
      stream: terminal as NodeJS.WriteStream,
      hideCursor: true,
      clearOnComplete: false,
    },
    Presets.shades_classic,
  );
  shown.start(total, 0, { note: '' });
  // Stopping the bar shows the cursor again, which would stay hidden in the operator's shell.
  const isOver = ifCutOff(() => shown.stop());
  return {
    show(done, note) {
      // The total is an estimate.
      if (done > shown.getTotal()) shown.setTotal(done);
      shown.update(done, { note });
    },
    stop() {
      isOver();
      shown.stop();
    },
  };
};

/**
 * Starts to show progress.
 *
 * @param total - as far as it is known; 0 if it is not
 * @param from - what an earlier run had done of it
 */
export const startProgress = (io: Io, total: number, what: string, from = 0): Progress => {
  const { terminal } = io;
  const shown = terminal ? bar(terminal, total, what) : plainLines(io, total, what);
  const begun = io.now();
  let [done, note] = [from, ''];
  const show = () => {
    const pace = paceText({ done, total, from, seconds: (io.now() - begun) / 1000 });
    shown.show(done, [pace, note].filter((text) => text !== '').join(', '));
  };
  const timer = setInterval(show, 1000);
  timer.unref();
  return {
    update(reached, more = '') {
      [done, note] = [reached, more];
    },
    stop() {
      clearInterval(timer);
      if (terminal) show();
      shown.stop();
    },
  };
};
