/** What has to be put right where a command is cut off by a signal: the cursor of a terminal, a file that is not whole. */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const undos = new Set<() => void>();

const end = (signal: NodeJS.Signals): void => {
  for (const undo of [...undos].reverse())
    try {
      undo();
    } catch {
      // The rest has to be put right all the same.
    }
  for (const each of SIGNALS) process.off(each, end);
  // Ended by the signal, as it would have been: a shell sees that from the status.
  process.kill(process.pid, signal);
};

/**
 * Calls `undo` where a signal ends this process; it must do its work at once, as nothing is waited for. A SIGKILL cannot be
 * noticed: what must not outlive that is for `scratchFolder`.
 *
 * @returns what to call when there is nothing to undo any more
 */
export const ifCutOff = (undo: () => void): (() => void) => {
  if (undos.size === 0) for (const signal of SIGNALS) process.on(signal, end);
  undos.add(undo);
  return () => {
    undos.delete(undo);
    if (undos.size === 0) for (const signal of SIGNALS) process.off(signal, end);
  };
};
