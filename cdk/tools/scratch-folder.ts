/** A folder for what must not outlive this process, however that ends. */
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
 * A folder below the system's temporary one. A shell waits for the end of this process, a SIGKILL too, and then removes it:
 * its standard input closes, whatever has happened. Only a machine that stops leaves the folder behind.
 */
export const scratchFolder = async (prefix: string): Promise<ScratchFolder> => {
  const path = await mkdtemp(join(tmpdir(), prefix));
  // A group of its own: Ctrl-C in a terminal must not end it before its work is done.
  const guard = spawn('sh', ['-c', 'read _; rm -rf "$0"', path], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  // Without a shell there is no guard; the folder is still removed in order.
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
