/** Runs a curl command as it was printed. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What came back of a command that was pasted into a shell. */
export interface Pasted {
  readonly status: number;
  readonly body: unknown;
}

/** @param command - its response must be JSON, or empty */
export const runPasted = async (command: string): Promise<Pasted> => {
  const { stdout } = await run('sh', ['-c', `${command} -w '\\n%{http_code}'`], { maxBuffer: 32 * 1024 * 1024 });
  const end = stdout.lastIndexOf('\n');
  const text = stdout.slice(0, end);
  return { status: Number(stdout.slice(end + 1)), body: text === '' ? undefined : JSON.parse(text) };
};
