/** Cleans up when a signal ends a command: the cursor of a terminal, an incomplete file. */

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const undos = new Set<() => void>();

const end = (signal: NodeJS.Signals): void => {
  for (const undo of [...undos].reverse())
    try {
      undo();
    } catch {
      // The other cleanups must still run.
    }
  for (const each of SIGNALS) process.off(each, end);
  // Ends the process by the same signal, so that a shell sees it in the status.
  process.kill(process.pid, signal);
};

/**
 * Calls `undo` when a signal ends this process. `undo` must be synchronous, as nothing is awaited. No process notices a
 * SIGKILL: for what must not survive one, use `scratchFolder`.
 *
 * @returns a function to call once there is nothing left to undo
 */
export const ifCutOff = (undo: () => void): (() => void) => {
  if (undos.size === 0) for (const signal of SIGNALS) process.on(signal, end);
  undos.add(undo);
  return () => {
    undos.delete(undo);
    if (undos.size === 0) for (const signal of SIGNALS) process.off(signal, end);
  };
};
