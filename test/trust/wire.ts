/** HTTP over a bare socket: bytes go out as they are, and what comes back is kept byte for byte. */
import { connect, type Socket } from 'node:net';

export interface WireRequest {
  readonly method: string;
  /** The request target as it stands in the request line. */
  readonly target: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string | Buffer | undefined;
}

export interface WireAnswer {
  readonly status: number;
  /** In the order and the spelling in which they came. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
}

/**
 * What becomes of the connection: it stays, is ended by the client once it is quiet, or is cut off without a word. Not ended
 * at once: to a server that is a client that went away.
 */
export type Ending = 'stay' | 'end' | 'cut';

export interface Sending {
  readonly bytes: Buffer;
  readonly ending: Ending;
  /** How many answers a connection that stays waits for. */
  readonly answers: number;
  /** An answer to HEAD has no body, whatever its headers say. */
  readonly bodiless?: boolean;
}

export interface Outcome {
  readonly answers: readonly WireAnswer[];
  /** Neither an answer nor an end of the connection came in time. */
  readonly hung: boolean;
  /** What came back and is no answer. */
  readonly rest: Buffer;
  readonly milliseconds: number;
}

/** A connection that is to be ended is ended after so long without a byte. */
const QUIET_MILLISECONDS = 100;

/** A request that is silent for longer hangs. */
export const HANG_MILLISECONDS = 10_000;

/** A request as bytes, with a Host and, where there is a body, its length. Characters stand for bytes (Latin-1). */
export const requestBytes = ({ method, target, headers = [], body }: WireRequest): Buffer => {
  const content = typeof body === 'string' ? Buffer.from(body) : body;
  const own: (readonly [string, string])[] = [['Host', 'localhost']];
  if (content) own.push(['Content-Length', String(content.length)]);
  const lines = [...own, ...headers].map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  return content ? Buffer.concat([head, content]) : head;
};

export const headerIn = ({ headers }: WireAnswer, name: string): string | undefined =>
  headers.find(([each]) => each.toLowerCase() === name)?.[1];

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * The first answer in `bytes` and what stands behind it; `undefined` where it is not whole yet. An answer without a length
 * (to HTTP/1.0) is whole when the connection is `closed`.
 */
const readAnswer = (
  bytes: Buffer,
  bodiless: boolean,
  closed = false,
): { answer: WireAnswer; rest: Buffer } | undefined => {
  const headLength = bytes.indexOf(HEAD_END);
  if (headLength < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headLength).split('\r\n');
  const status = Number(/^HTTP\/1\.1 ([1-5][0-9]{2}) /.exec(statusLine)?.[1] ?? Number.NaN);
  if (Number.isNaN(status)) return undefined;
  const behind = bytes.subarray(headLength + HEAD_END.length);
  // 100 Continue comes ahead of the answer itself.
  if (status === 100) return behind.length > 0 ? readAnswer(behind, bodiless) : undefined;
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  const unknown = closed ? behind.length : Number.NaN;
  const length = bodiless ? 0 : Number(headerIn({ status, headers, body: behind }, 'content-length') ?? unknown);
  if (!(length <= behind.length)) return undefined;
  return { answer: { status, headers, body: behind.subarray(0, length) }, rest: behind.subarray(length) };
};

const exchange = (socket: Socket, { bytes, ending, answers: expected, bodiless = false }: Sending): Promise<Outcome> =>
  new Promise((resolve) => {
    const started = performance.now();
    const answers: WireAnswer[] = [];
    let rest: Buffer = Buffer.alloc(0);
    let quiet: NodeJS.Timeout | undefined;
    const conclude = (hung: boolean) => {
      clearTimeout(timer);
      clearTimeout(quiet);
      socket.removeAllListeners('data').removeAllListeners('close');
      resolve({ answers, hung, rest, milliseconds: performance.now() - started });
    };
    const timer = setTimeout(() => {
      conclude(true);
      socket.destroy();
    }, HANG_MILLISECONDS);
    socket.on('close', () => {
      const last = readAnswer(rest, bodiless, true);
      if (last) answers.push(last.answer);
      rest = last?.rest ?? rest;
      conclude(false);
    });
    socket.on('data', (chunk: Buffer) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let read = readAnswer(rest, bodiless); read; read = readAnswer(rest, bodiless)) {
        answers.push(read.answer);
        rest = read.rest;
      }
      if (ending === 'stay' && answers.length >= expected) conclude(false);
      else quiet?.refresh();
    });
    if (ending === 'cut') socket.write(bytes, () => socket.destroy());
    else socket.write(bytes);
    if (ending === 'end') quiet = setTimeout(() => socket.end(), QUIET_MILLISECONDS);
  });

/** A client of one connection at a time, which is opened again where it ended. */
export const createWire = (url: string) => {
  const port = Number(new URL(url).port);
  let open: Socket | undefined;
  const socketOf = (): Socket => {
    if (open?.writable && open.readable) return open;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    // The outcome says that the connection closed; how is of no interest.
    socket.on('error', () => {});
    open = socket;
    return socket;
  };
  return {
    async send(sending: Sending): Promise<Outcome> {
      const socket = socketOf();
      const outcome = await exchange(socket, sending);
      const closes = outcome.answers.some((answer) => headerIn(answer, 'connection') === 'close');
      if (closes || outcome.hung || outcome.rest.length > 0 || sending.ending !== 'stay') open = undefined;
      if (open === undefined && sending.ending === 'stay') socket.destroy();
      return outcome;
    },
    /** Sends one whole request and answers with what came back. */
    async ask(request: WireRequest): Promise<WireAnswer> {
      const bodiless = request.method === 'HEAD';
      const { answers, hung } = await this.send({ bytes: requestBytes(request), ending: 'stay', answers: 1, bodiless });
      if (answers[0]) return answers[0];
      throw new Error(
        `${request.method} ${request.target}: ${hung ? 'no answer in time' : 'closed without an answer'}`,
      );
    },
    close: () => open?.destroy(),
  };
};

export type Wire = ReturnType<typeof createWire>;

/** Works a list off over several connections at once. */
export const overWires = async (
  url: string,
  connections: number,
  count: number,
  work: (wire: Wire, index: number) => Promise<void>,
): Promise<void> => {
  let next = 0;
  const one = async () => {
    const wire = createWire(url);
    try {
      while (next < count) await work(wire, next++);
    } finally {
      wire.close();
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
};
