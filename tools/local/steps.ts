/** Says what a start is doing: on a terminal one line that counts the seconds, elsewhere a line for each step. */

/** Where steps are written, and how time passes; tests pass their own. */
export interface StepsIo {
  write(text: string): void;
  /** Whether the line of a step may be written over. */
  readonly isTerminal: boolean;
  /** Milliseconds, from any start. */
  now(): number;
  /** Calls `run` each second; the result ends that. */
  everySecond(run: () => void): () => void;
}

export interface Steps {
  /** Begins a step, and completes the one before it. */
  begin(what: string): void;
  /** Completes the step; other lines may follow. */
  end(): void;
}

/** Back to the begin of the line, which is cleared. */
const CLEAR = '\r\u001b[K';

const seconds = (milliseconds: number): string => `${Math.round(milliseconds / 1000)} s`;

export const createSteps = ({ write, isTerminal, now, everySecond }: StepsIo): Steps => {
  let complete: (() => void) | undefined;
  const end = () => {
    complete?.();
    complete = undefined;
  };
  return {
    begin(what) {
      end();
      if (!isTerminal) return write(`${what} ...\n`);
      const began = now();
      const show = (rest: string) => write(`${CLEAR}${what} ... ${seconds(now() - began)}${rest}`);
      show('');
      const stop = everySecond(() => show(''));
      complete = () => {
        stop();
        show('\n');
      };
    },
    end,
  };
};

/** Steps on standard output. */
export const processSteps = (): Steps =>
  createSteps({
    write: (text) => void process.stdout.write(text),
    isTerminal: process.stdout.isTTY === true && process.env.TERM !== 'dumb',
    now: () => performance.now(),
    everySecond: (run) => {
      const timer = setInterval(run, 1000);
      return () => clearInterval(timer);
    },
  });
