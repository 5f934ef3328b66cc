/** One run of `bulk.ts`: calls a bundle with events, one after the other; prints milliseconds, processor time and the peak of memory. */
import { pathToFileURL } from 'node:url';

interface Job {
  readonly file: string;
  readonly events: readonly object[];
  /** How often all of them are sent. */
  readonly rounds: number;
}

const { file, events, rounds }: Job = JSON.parse(process.argv[2]!);
const { handler } = await import(pathToFileURL(file).href);

const times: number[] = [];
const answers: unknown[] = [];
for (const event of Array.from({ length: rounds }, () => events).flat()) {
  const begun = performance.now();
  const end = Date.now() + 60_000;
  answers[0] = await handler(event, { getRemainingTimeInMillis: () => end - Date.now() });
  times.push(performance.now() - begun);
}
const { user, system } = process.cpuUsage();
const rss = process.resourceUsage().maxRSS / 1000;
process.stdout.write(JSON.stringify({ times, answers, cpu: (user + system) / 1000, rss }), () => process.exit());
