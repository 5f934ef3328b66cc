/** Shows how far a long piece of work is: a bar on a terminal, a line now and then elsewhere. */
import { Presets, SingleBar } from 'cli-progress';
import { ifCutOff } from '../cut-off.ts';
import type { Io } from '../io.ts';

export interface Progress {
  /** @param done - how many of the total */
  update(done: number, note?: string): void;
  stop(): void;
}

/** Elsewhere than on a terminal: a line for each tenth of the work, and none for little of it. */
const plainProgress = (io: Io, total: number, what: string): Progress => {
  let tenths = 0;
  return {
    update(done, note = '') {
      const reached = Math.floor((done / Math.max(total, 1)) * 10);
      if (reached <= tenths || total < 1000) return;
      tenths = reached;
      io.log(`${what}: ${done} of ${total}${note && `, ${note}`}`);
    },
    stop() {},
  };
};

export const startProgress = (io: Io, total: number, what: string): Progress => {
  const { terminal } = io;
  if (!terminal) return plainProgress(io, total, what);
  const bar = new SingleBar(
    {
      format: `${what} {bar} {percentage}% | {value}/{total} | {note}`,
      stream: terminal as NodeJS.WriteStream,
      hideCursor: true,
      clearOnComplete: false,
    },
    Presets.shades_classic,
  );
  bar.start(total, 0, { note: '' });
  // Stopping shows the cursor again, which would stay hidden in the operator's shell.
  const isOver = ifCutOff(() => bar.stop());
  return {
    update: (done, note = '') => bar.update(done, { note }),
    stop() {
      isOver();
      bar.stop();
    },
  };
};
