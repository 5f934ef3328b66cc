/** Looks at files in a process of its own, and reports what each took. Forked by `files.ts`. */
import { readFile } from 'node:fs/promises';
import { inspect } from '../../lib/media/inspect/inspect.ts';
import type { Windows } from '../../lib/media/inspect/windows.ts';
import type { Format } from '../../lib/media/rules/kinds.ts';

export interface ToLookAt {
  readonly path: string;
  readonly format: Format;
}

export interface LookedAt {
  /** Of the reason that it is refused for; `taken` where it is not, and what was thrown where it should not. */
  readonly end: string;
  readonly work: Windows['work'];
  /** Of the processor. */
  readonly milliseconds: number;
  /** The most that the process had in memory so far. */
  readonly megabytes: number;
}

/** What Linux calls the most of a process takes in that of its parent when it was forked; `VmHWM` does not. */
const mostMegabytes = async (): Promise<number> => {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS) / 1024;
};

const lookAt = async ({ path, format }: ToLookAt): Promise<LookedAt> => {
  let work: Windows['work'] = { bytesRead: 0, parts: 0 };
  const before = process.cpuUsage();
  const end = await inspect(path, format, (taken) => {
    work = taken;
  }).then(
    (found) => ('code' in found ? found.text : 'taken'),
    (error: Error) => `threw ${error.name}: ${error.message}`,
  );
  const { user, system } = process.cpuUsage(before);
  return { end, work, milliseconds: (user + system) / 1000, megabytes: await mostMegabytes() };
};

process.on('message', (message: ToLookAt) => void lookAt(message).then((looked) => process.send!(looked)));
