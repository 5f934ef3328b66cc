/** Events: a storm of writes, receivers that fail at random, killed functions, and what arrives compared with the history. */
import { runs } from '../support/chosen.ts';
import { runRound } from './events-round.ts';
import type { Findings, Part, Trial } from './part.ts';

/** Each round has an engine of its own: one takes longer for each write, the more records of streams it keeps. */
const sizes = {
  short: { rounds: 1, phases: 2, writes: runs(6, 10), isSilent: false },
  full: { rounds: 20, phases: 5, writes: 110, isSilent: true },
} as const;

type Round = Awaited<ReturnType<typeof runRound>>;
type Count = { [Name in keyof Round]: Round[Name] extends number ? Name : never }[keyof Round];

const run = async (trial: Trial): Promise<Findings> => {
  const { rounds, ...size } = sizes[trial.size];
  const done: Round[] = [];
  for (let index = 0; index < rounds; index++) {
    const round = await runRound(trial, index, size);
    done.push(round);
    const { writes, arrivals, due, kills, halts } = round;
    trial.say(`round ${index + 1}: ${writes} writes, ${due} due, ${arrivals} arrived, ${kills} kills, ${halts} halts`);
  }
  const sum = (name: Count): number => done.reduce((all, round) => all + round[name], 0);
  const met = new Map<string, number>();
  for (const [fate, count] of done.flatMap((round) => [...round.met])) met.set(fate, (met.get(fate) ?? 0) + count);
  const fates = [...met].map(([fate, count]) => `${count} ${fate}`).join(', ');
  return {
    tried: `${rounds * size.phases * size.writes} requests of two partners with ${sum('writes')} writes, ${sum('refused')} that must not write; ${sum('kills')} killed sandboxes, ${sum('batchesAgain')} batches of the stream and ${sum('messagesTwice')} messages again; answers of the receiver: ${fates}`,
    found: `${sum('events')} events, due at ${sum('due')} webhooks: each arrived and was accepted, in ${sum('arrivals')} requests, signed, with one id and one body; none of another partner, none that was not committed; ${sum('enabled')} webhooks were disabled by 410 and enabled, ${sum('replayed')} deliveries replayed, ${sum('deadLetters')} messages sent back from the dead-letter queue; the clock was moved ${sum('halts')} times`,
    failures: done.flatMap(({ failures }) => failures),
  };
};

export const events: Part = {
  name: 'events',
  promise:
    'Every event arrives at every enabled webhook at least once, with one id, signed; no event arrives that was not committed, or is another partner’s',
  run,
};
