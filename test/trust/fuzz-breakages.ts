/** What breaks the rules of HTTP itself. */
import { bytesOf, type Draft } from './fuzz-drafts.ts';
import type { Random } from './random.ts';

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

/** A request whose body comes in chunks. */
export const inChunks = (draft: Draft, random: Random): { head: Buffer; chunks: Buffer[] } => ({
  head: bytesOf({ ...draft, headers: [...draft.headers, ['Transfer-Encoding', 'chunked']], body: undefined }),
  chunks: chunked(draft.body ?? Buffer.from('{}'), random),
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

/** By what is wrong. */
export const BREAKAGES: Readonly<Record<string, (draft: Draft & { readonly body: Buffer }, random: Random) => Buffer>> =
  {
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
      Buffer.concat([
        inChunks(draft, random).head,
        Buffer.from(`${random.pick(ODD_CHUNK_SIZES)}\r\nhello\r\n0\r\n\r\n`),
      ]),
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
      for (let count = 1 + random.below(3); count > 0; count--)
        damaged[random.below(damaged.length)] = random.below(256);
      return damaged;
    },
  };
