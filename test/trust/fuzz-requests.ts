/** The requests of the fuzz run. Each follows from the seed and its own number alone. */
import type { Operation } from '../../lib/contract/cases.ts';
import { operations } from '../../lib/operations.ts';
import { chosenOperations } from './chosen.ts';
import { BREAKAGES, inChunks } from './fuzz-breakages.ts';
import { bytesOf, type Draft, draftOf, makePool, type Pool, reachedBy } from './fuzz-drafts.ts';
import { mutateBytes, mutateText } from './fuzz-mutations.ts';
import { mutateTarget, ODD_METHODS, oddHeader } from './fuzz-odd-heads.ts';
import type { Trial } from './part.ts';
import { type Random, randomAt } from './random.ts';
import type { Ending } from './wire.ts';

export interface FuzzRequest {
  /** What was done to it. */
  readonly kind: string;
  readonly bytes: Buffer;
  readonly ending: Ending;
  /** For each of the requests in `bytes` the operations that may answer it. */
  readonly operations: readonly (readonly Operation[])[];
  /** Whether each of the requests is whole, so that each must be answered. */
  readonly whole: boolean;
  readonly bodiless: boolean;
}

const change = (draft: Draft, random: Random): { kind: string; draft: Draft } => {
  const kind = random.below(100);
  const { body } = draft;
  if (kind < 60 && body) {
    let text = body.toString();
    for (let count = 1 + random.below(3); count > 0; count--) text = mutateText(text, random);
    return { kind: 'text', draft: { ...draft, body: Buffer.from(text) } };
  }
  if (kind < 70 && body) return { kind: 'bytes', draft: { ...draft, body: mutateBytes(body, random) } };
  if (kind < 85) return { kind: 'header', draft: { ...draft, headers: [...draft.headers, oddHeader(random)] } };
  if (kind < 97) return { kind: 'target', draft: { ...draft, target: mutateTarget(draft.target, random) } };
  return { kind: 'method', draft: { ...draft, method: random.pick(ODD_METHODS) } };
};

/** A body past one of the limits of size, of function or gateway. */
const oversized = (draft: Draft, random: Random): Draft => {
  const size = random.pick([1_048_560, 1_048_577, 2_000_000, 6_400_000, 11_000_000]);
  return { ...draft, body: Buffer.alloc(size, random.pick(['[', '"', ' ', '{"a":', '\xff'])) };
};

const answerable = (draft: Draft, kind: string, bytes = bytesOf(draft)): FuzzRequest => ({
  kind,
  bytes,
  ending: 'stay',
  operations: [reachedBy(draft)],
  whole: true,
  bodiless: draft.method === 'HEAD',
});

const broken = (draft: Draft, random: Random): FuzzRequest => {
  const [name, breakIt] = random.pick(Object.entries(BREAKAGES));
  const bytes = breakIt({ ...draft, body: draft.body ?? Buffer.from('{}') }, random);
  const ending = random.chance(0.15) ? 'cut' : 'end';
  return { ...answerable(draft, `broken: ${name}`, bytes), ending, whole: false };
};

const inAnyChunks = (draft: Draft, random: Random): FuzzRequest => {
  const { head, chunks } = inChunks(draft, random);
  return { ...answerable(draft, 'chunked', Buffer.concat([head, ...chunks])), ending: 'end', whole: false };
};

const pipelined = (pool: Pool, random: Random): FuzzRequest => {
  const drafts = Array.from({ length: 2 + random.below(5) }, () => {
    const draft = draftOf(pool, random);
    return draft.body ? { ...draft, body: Buffer.from(mutateText(draft.body.toString(), random)) } : draft;
  });
  return {
    kind: 'pipelined',
    bytes: Buffer.concat(drafts.map((draft) => bytesOf(draft))),
    ending: 'stay',
    operations: drafts.map(reachedBy),
    whole: true,
    bodiless: false,
  };
};

/** So many operations a short run tries, next to the first one. */
const SHORT_OPERATIONS = 4;

/** The requests of a seed and a size: the same number gives the same request, whatever was asked for before. */
export const fuzzRequests = ({ seed, size }: Pick<Trial, 'seed' | 'size'>): ((index: number) => FuzzRequest) => {
  const [first, ...others] = operations;
  const pool = makePool(seed, [first!, ...chosenOperations({ seed, size }, 'fuzz', SHORT_OPERATIONS, others)]);
  return (index) => {
    const random = randomAt(seed, index);
    const draft = draftOf(pool, random);
    const kind = random.below(1000);
    if (kind < 20) return answerable(draft, 'good');
    if (kind < 40) return pipelined(pool, random);
    if (kind < 60) return inAnyChunks(change(draft, random).draft, random);
    if (kind < 62) return answerable(draft, 'oversized', bytesOf(oversized(draft, random)));
    if (kind < 130) return broken(draft, random);
    const first = change(draft, random);
    if (random.chance(0.75)) return answerable(first.draft, first.kind);
    const second = change(first.draft, random);
    return answerable(second.draft, `${first.kind}, ${second.kind}`);
  };
};
