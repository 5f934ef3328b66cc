/**
 * A function in a process of its own, as Lambda has it: answers the same request again and again, and reports what each answer cost
 * once the code is loaded and compiled. Forked by `costly-measure.ts`.
 */
import { pathToFileURL } from 'node:url';
import type { Handler } from './bundles.ts';

export interface Asked {
  /** The bundle's file. */
  readonly file: string;
  readonly event: object;
  readonly times: number;
}

/** Answers before any is measured: V8 still compiles during the first ten or more. */
const WARM_UP = 20;

// A line of each refusal would be all that is printed.
console.info = () => {};

process.once('message', async ({ file, event, times }: Asked) => {
  const { handler }: { handler: Handler } = await import(pathToFileURL(file).href);
  const costs: number[] = [];
  for (let run = -WARM_UP; run < times; run++) {
    const before = process.cpuUsage();
    await handler({ ...event }, {});
    const { user, system } = process.cpuUsage(before);
    if (run >= 0) costs.push((user + system) / 1000);
  }
  process.send!({ least: Math.min(...costs), most: Math.max(...costs) }, () => process.exit(0));
});
