/** A folder that is removed when this process ends, in whichever way. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ScratchFolder {
  /** Readable by its owner alone. */
  readonly path: string;
  remove(): Promise<void>;
}

/**
 * Makes a folder below the system's temporary one. A shell waits for the end of this process and then removes the
 * folder: its standard input closes, even after a SIGKILL. The folder is left behind only if the machine stops.
 */
export const scratchFolder = async (prefix: string): Promise<ScratchFolder> => {
  const path = await mkdtemp(join(tmpdir(), prefix));
  // In its own process group: Ctrl-C in a terminal must not end the shell before its work is done.
  const guard = spawn('sh', ['-c', 'read _; rm -rf "$0"', path], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without a shell there is no guard; the folder is still removed at a normal exit.
  guard.on('error', () => {});
  guard.stdin?.on('error', () => {});
  guard.unref();
  return {
    path,
    async remove() {
      await rm(path, { recursive: true, force: true });
      guard.stdin?.end();
    },
  };
};
