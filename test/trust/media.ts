/** Uploads: files of servers that misbehave, workers that are killed at random, and what each came to. */
import { runs } from '../support/chosen.ts';
import { runMediaRound } from './media-round.ts';
import type { Findings, Part, Trial } from './part.ts';

/** Each round has an engine of its own: one takes longer for each write, the more records of streams it keeps. */
const sizes = {
  short: { rounds: 1, waves: 2, uploads: runs(3, 5) },
  full: { rounds: 10, waves: 5, uploads: 20 },
} as const;

type Round = Awaited<ReturnType<typeof runMediaRound>>;
type Count = { [Name in keyof Round]: Round[Name] extends number ? Name : never }[keyof Round];

const run = async (trial: Trial): Promise<Findings> => {
  const { rounds, ...size } = sizes[trial.size];
  const all: Round[] = [];
  for (let index = 0; index < rounds; index++) {
    const round = await runMediaRound(trial, index, size);
    all.push(round);
    const { files, done, refused, overtaken, kills, failures } = round;
    trial.say(
      `round ${index + 1}: ${files} files, ${done} done, ${refused} refused, ${overtaken} overtaken, ${kills} kills${failures.map((each) => `\n    ${each}`).join('')}`,
    );
  }
  const sum = (name: Count): number => all.reduce((total, round) => total + round[name], 0);
  return {
    tried: `${sum('uploads')} uploads of ${sum('files')} files, from servers that refuse, cut off, redirect and change their mind; of ${sum('calls')} calls of functions ${sum('kills')} killed; ${sum('batchesAgain')} batches of the stream and ${sum('messagesTwice')} messages again, ${sum('inFlight')} times the clock moved on under a worker, ${sum('deadLetters')} messages sent back from the dead-letter queue`,
    found: `each file ended once: ${sum('done')} done, each of them whole in the bucket, ${sum('refused')} refused, ${sum('overtaken')} ended by the clock, ${sum('deleted')} deleted meanwhile, and nothing of these is in the bucket; no URL, no description and no word of a server in a log`,
    failures: all.flatMap(({ failures }) => failures),
  };
};

export const uploads: Part = {
  name: 'uploads',
  promise:
    'Each file of an upload ends once, DONE or FAILED, wherever a worker is interrupted; only a DONE file is in the bucket, and no log contains data of it',
  run,
};
