/** The requests of the fuzz run. Each follows from the seed and its own number alone. */
import fc from 'fast-check';
import type { Operation } from '../../lib/contract/operation.ts';
import { operations } from '../../lib/operations.ts';
import { anyBody } from '../support/any-body.ts';
import { bodyOf, FIELDS } from '../support/profiles.ts';
import { KEYS, REQUIRED } from '../support/world.ts';
import { mutateBytes, mutateTarget, mutateText, ODD_METHODS, oddHeader } from './fuzz-mutations.ts';
import { type Random, randomAt } from './random.ts';
import type { Ending } from './wire.ts';

export interface FuzzRequest {
  /** What was done to it. */
  readonly kind: string;
  readonly bytes: Buffer;
  readonly ending: Ending;
  /** The operations that may answer, in the order of the requests in `bytes`. */
  readonly operations: readonly Operation[];
  /** Whether each of the requests is whole, so that each must be answered. */
  readonly whole: boolean;
  readonly bodiless: boolean;
}

/** Locations to write to: many, so that no record grows to its limit and stays there. */
export const LOCATIONS: readonly number[] = Array.from({ length: 60 }, (_, index) => 110 + index).filter(
  (number) => number !== 150 && number !== 151,
);

interface Draft {
  readonly operation: Operation;
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer | undefined;
}

/** Bodies by operation, made once from a seed: a request takes one of them and changes it. */
type Pool = Readonly<Record<string, readonly string[]>>;
const POOL_SIZE = 400;

const contactQuery = fc.record(
  {
    id: fc.oneof(fc.constantFrom(1, 2, 3), fc.integer()),
    cid: fc.constantFrom(11, 12, 31),
    email: fc.oneof(fc.constantFrom('ada@mail.example', 'theirs@mail.example'), fc.emailAddress()),
    phone: fc.oneof(fc.constantFrom('(650) 555-0111', '+61 412 345 678'), fc.string()),
    experienceScore: fc.oneof(fc.boolean(), fc.constantFrom('yes', 0)),
  },
  { requiredKeys: [] },
);
const menuQuery = fc.record(
  {
    businessNumbers: fc.array(fc.constantFrom(101, 102, 103, 201, 0, -1, 1.5), { maxLength: 5 }),
    sortBy: fc.constantFrom('frequency', 'keyword', 'price'),
  },
  { requiredKeys: [] },
);
const newLink = fc.record({
  sourceAlias: fc.oneof(fc.constantFrom('alpha', ' BETA ', 'maps'), fc.string()),
  url: fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string()),
});

const makePool = (seed: number): Pool => {
  const texts = (bodies: fc.Arbitrary<unknown>) =>
    fc.sample(bodies, { seed, numRuns: POOL_SIZE }).map((body) => JSON.stringify(body));
  return {
    updateBusiness: [
      ...texts(bodyOf(FIELDS)),
      ...texts(anyBody.map((body) => ({ ...REQUIRED, ...body }))),
      ...texts(fc.constantFrom(REQUIRED)).slice(0, POOL_SIZE / 4),
    ],
    getContact: texts(contactQuery),
    getMenuDetails: texts(menuQuery),
    addAggregationLink: texts(newLink),
  };
};

const draftOf = (pool: Pool, random: Random): Draft => {
  // Half of all goes to the operation with the largest schema.
  const operation = random.chance(0.4) ? operations[0]! : random.pick(operations);
  const number = () => String(random.chance(0.9) ? random.pick(LOCATIONS) : random.pick([101, 151, 201, 999]));
  const competitor = () => String(random.pick([301, 301, 301, 351, 401, 999]));
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => (name === 'compAccountId' ? competitor() : number()));
  const texts = pool[operation.id];
  return {
    operation,
    method: operation.method,
    target: operation.id === 'getContact' ? `${path}?businessId=${random.pick([100, 100, 100, 101, 200])}` : path,
    headers: [
      ['x-api-key', KEYS.ours],
      ...(operation.id === 'getMenuDetails'
        ? [['x-business-number', random.pick(['100', '101', '200'])] as const]
        : []),
    ],
    body: texts && Buffer.from(random.pick(texts)),
  };
};

/** A request's head and body; without a length the body's framing is the headers' matter. */
const bytesOf = ({ method, target, headers, body }: Draft, framed = true): Buffer => {
  const length: (readonly [string, string])[] = body && framed ? [['Content-Length', String(body.length)]] : [];
  const lines = [['Host', 'localhost'] as const, ...length, ...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  return body ? Buffer.concat([head, body]) : head;
};

/** The body in chunks of any size, as HTTP/1.1 writes them. */
const chunked = (body: Buffer, random: Random): Buffer[] => {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const size = 1 + random.below(random.pick([3, 100, 5000]));
    const piece = body.subarray(at, at + size);
    const extension = random.chance(0.1) ? ';name="value"' : '';
    pieces.push(Buffer.from(`${piece.length.toString(16)}${extension}\r\n`), piece, Buffer.from('\r\n'));
    at += size;
  }
  return [...pieces, Buffer.from(random.chance(0.1) ? '0\r\nX-Trailer: x\r\n\r\n' : '0\r\n\r\n')];
};

const inChunks = (draft: Draft, random: Random): { head: Buffer; chunks: Buffer[] } => ({
  head: bytesOf({ ...draft, headers: [...draft.headers, ['Transfer-Encoding', 'chunked']], body: undefined }),
  chunks: chunked(draft.body ?? Buffer.from('{}'), random),
});

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
  operations: [draft.operation],
  whole: true,
  bodiless: draft.method === 'HEAD',
});

/** A request with a body of its own framing: what says how long it is, or not, is among the headers. */
const unframed = (draft: Draft, ...headers: readonly (readonly [string, string])[]): Buffer =>
  bytesOf({ ...draft, headers: [...draft.headers, ...headers] }, false);

const lengthOf = ({ body }: Draft): readonly [string, string] => ['Content-Length', String(body?.length ?? 0)];

/** A request as bytes with one part of its text replaced. */
const rewritten = (draft: Draft, part: string | RegExp, by: string): Buffer =>
  Buffer.from(bytesOf(draft).toString('latin1').replace(part, by), 'latin1');

const ODD_LENGTHS = ['-1', '1e2', '0x10', '99999999999999999999', 'x', '', '+2', '2, 2'];
const ODD_CODINGS = ['gzip, chunked', 'identity', 'chunked, chunked', 'xchunked', 'gzip'];
const ODD_CHUNK_SIZES = ['zz', '-1', 'ffffffffffffffff', '5;x', '', '0x5', ' 5', '5\n'];
const ODD_HOSTS = ['', 'Host: a\r\nHost: b\r\n', 'Host:\r\n'];
const ODD_VERSIONS = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'HTTX/1.1', '', 'http/1.1'];
const ODD_LINE_ENDS = ['\n', '\r', '\r\r\n'];
const ODD_EXPECTATIONS = ['100-continue', '200-ok', 'x'];
const ODD_HEADER_NAMES = ['', ' ', 'a b', 'a\0', 'a\x01', '\xe9', '{', ':'];
const ODD_HEADER_VALUES = ['a\0b', 'a\x01b', 'a\r\n folded', 'a\rb', 'a\nb', '\x7f', 'x'.repeat(20_000)];
const ODD_VERBS = ['put ', 'FOO ', 'CONNECT ', '\0 ', '  ', 'PUT\t', 'PRI '];

/** What breaks the rules of HTTP itself, by its name. */
const BREAKAGES: Readonly<Record<string, (draft: Draft & { readonly body: Buffer }, random: Random) => Buffer>> = {
  'length too large': (draft, random) =>
    unframed(draft, ['Content-Length', String(draft.body.length + 1 + random.below(50))]),
  'length too small': (draft, random) =>
    unframed(draft, ['Content-Length', String(Math.max(0, draft.body.length - 1 - random.below(50)))]),
  'odd length': (draft, random) => unframed(draft, ['Content-Length', random.pick(ODD_LENGTHS)]),
  'two lengths': (draft) => unframed(draft, lengthOf(draft), ['Content-Length', '3']),
  'length and chunks': (draft) => unframed(draft, lengthOf(draft), ['Transfer-Encoding', 'chunked']),
  'odd coding': (draft, random) => unframed(draft, ['Transfer-Encoding', random.pick(ODD_CODINGS)]),
  'chunks cut off': (draft, random) => {
    const { head, chunks } = inChunks(draft, random);
    const whole = Buffer.concat([head, ...chunks]);
    return whole.subarray(0, head.length + random.below(whole.length - head.length));
  },
  'odd chunk size': (draft, random) =>
    Buffer.concat([inChunks(draft, random).head, Buffer.from(`${random.pick(ODD_CHUNK_SIZES)}\r\nhello\r\n0\r\n\r\n`)]),
  'cut off': (draft, random) => {
    const good = bytesOf(draft);
    return good.subarray(0, random.below(good.length));
  },
  'odd Host': (draft, random) => rewritten(draft, 'Host: localhost\r\n', random.pick(ODD_HOSTS)),
  'odd version': (draft, random) => rewritten(draft, 'HTTP/1.1', random.pick(ODD_VERSIONS)),
  'odd line ends': (draft, random) => rewritten(draft, /\r\n/g, random.pick(ODD_LINE_ENDS)),
  expectation: (draft, random) =>
    unframed(draft, [random.pick(['Expect', 'EXPECT']), random.pick(ODD_EXPECTATIONS)], lengthOf(draft)),
  'odd header name': (draft, random) => unframed(draft, [random.pick(ODD_HEADER_NAMES), 'x'], lengthOf(draft)),
  'odd header value': (draft, random) => unframed(draft, ['X-Odd', random.pick(ODD_HEADER_VALUES)], lengthOf(draft)),
  'many headers': (draft) =>
    unframed(draft, ...Array.from({ length: 2100 }, (_, index) => [`a${index}`, ''] as const), lengthOf(draft)),
  'odd verb': (draft, random) => rewritten(draft, /^\w+ /, random.pick(ODD_VERBS)),
  'no HTTP': (_, random) => Buffer.from(Array.from({ length: 1 + random.below(300) }, () => random.below(256))),
  'damaged bytes': (draft, random) => {
    const damaged = bytesOf(draft);
    for (let count = 1 + random.below(3); count > 0; count--) damaged[random.below(damaged.length)] = random.below(256);
    return damaged;
  },
};

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
    operations: drafts.map(({ operation }) => operation),
    whole: true,
    bodiless: false,
  };
};

/** The requests of a seed: the same number gives the same request, whatever was asked for before. */
export const fuzzRequests = (seed: number): ((index: number) => FuzzRequest) => {
  const pool = makePool(seed);
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
