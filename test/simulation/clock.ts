/** Simulated time: timers run in the order of their time, one at a time, each to the end of what it sets off. */

/** A process that runs functions: its clock is wrong by so much, and it remembers the marks that it has made and seen. */
export interface Process {
  readonly name: string;
  skew: number;
  readonly marks: { highest: number };
  /** Until then nothing of it goes on: what was due comes then, also past its deadline. */
  frozenUntil: number;
  /** It has crashed: nothing of it goes on any more. */
  isGone: boolean;
  /** Rejects whoever waits for it: the process has crashed. */
  onGone?: () => void;
}

interface Timer {
  at: number;
  order: number;
  readonly owner: Process | undefined;
  readonly run: () => void;
  isCancelled: boolean;
}

export const START = 1_700_000_000_000;

/** @param random - decides what comes first of what was due in a frozen process: the response or its time-out */
export const createClock = (random: () => number) => {
  /** The next one last. */
  const timers: Timer[] = [];
  let time = START;
  let count = 0;

  const add = (timer: Timer) => {
    let place = timers.length;
    while (place > 0) {
      const { at, order } = timers[place - 1]!;
      if (at > timer.at || (at === timer.at && order > timer.order)) break;
      place--;
    }
    timers.splice(place, 0, timer);
  };

  /** Whether a timer runs now; one of a frozen process comes later. */
  const isDue = (timer: Timer): boolean => {
    const { isCancelled, owner, at } = timer;
    if (isCancelled || owner?.isGone) return false;
    if (!owner || owner.frozenUntil <= at) return true;
    timer.at = owner.frozenUntil;
    timer.order = count + random();
    add(timer);
    return false;
  };

  return {
    now: () => time,
    /**
     * Runs something later.
     *
     * @param owner - the process whose timer it is; the network's and the clients' have none
     * @returns cancels it
     */
    after(milliseconds: number, run: () => void, owner?: Process): () => void {
      const timer: Timer = {
        at: time + Math.max(0, milliseconds),
        order: count++,
        owner,
        run,
        isCancelled: false,
      };
      add(timer);
      return () => {
        timer.isCancelled = true;
      };
    },
    /** Lets time pass until everything that was begun has ended or hangs on what is gone. */
    async runUntil(work: Promise<unknown>): Promise<void> {
      let isDone = false;
      const done = work.finally(() => {
        isDone = true;
      });
      done.catch(() => {});
      for (;;) {
        await new Promise((resolve) => setImmediate(resolve));
        let timer = timers.pop();
        while (timer && !isDue(timer)) timer = timers.pop();
        if (timer) {
          time = Math.max(time, timer.at);
          timer.run();
        } else if (isDone) break;
        else throw new Error('a client waits for what never comes');
      }
      await done;
    },
  };
};

export type Clock = ReturnType<typeof createClock>;
