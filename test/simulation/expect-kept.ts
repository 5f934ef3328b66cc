/** What a test of simulated schedules says of the first one that breaks a promise. */
import { afterEach, beforeEach, expect, vi } from 'vitest';

interface Played {
  readonly broken: readonly string[];
  /** The steps, where they are asked for. */
  readonly trace: readonly string[];
}

/**
 * Plays schedules until one breaks a promise, which is played once more and shown step by step.
 *
 * @param settings - of each schedule, with the name by which it can be played again
 */
export const expectKept = async <Setting>(
  settings: Iterable<readonly [name: string, setting: Setting]>,
  play: (setting: Setting, isTraced: boolean) => Promise<Played>,
): Promise<void> => {
  for (const [name, setting] of settings) {
    const { broken } = await play(setting, false);
    if (broken.length === 0) continue;
    const { trace } = await play(setting, true);
    expect.fail([`${name}:`, ...broken, 'Step by step:', ...trace].join('\n'));
  }
};

/** Functions log what fails, and stacks are half of the time that a schedule takes: neither is of use. For a test file. */
export const leaveOutLogs = (): void => {
  const { stackTraceLimit } = Error;
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    Error.stackTraceLimit = 0;
  });
  afterEach(() => {
    Error.stackTraceLimit = stackTraceLimit;
    vi.restoreAllMocks();
  });
};
