/** A name server on this machine: it answers for the root and for names as it is set up, and is silent about the others. */
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** Addresses of both families, of which those of IPv4 are answered after so many milliseconds. */
export interface BothFamilies {
  readonly ipv4: readonly string[];
  /** Each with all of its eight groups. */
  readonly ipv6: readonly string[];
  readonly ipv4After: number;
}

/** Answers for a name; `unknown` is said to exist nowhere. What is in no answer gets none. */
export type Names = Readonly<Record<string, readonly string[] | BothFamilies | 'unknown'>>;

const TYPE_A = 1;
const TYPE_AAAA = 28;
const NO_SUCH_NAME = 3;

/** The name that a query asks for, and where its question ends. */
const questionOf = (query: Buffer): { readonly name: string; readonly type: number; readonly end: number } => {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
};

/** The data of a record with an address. */
const bytesOf = (address: string): readonly number[] =>
  address.includes(':')
    ? address.split(':').flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    : address.split('.').map(Number);

const addressesOf = (answer: Names[string], type: number): readonly string[] => {
  if (answer === 'unknown') return [];
  const { ipv4, ipv6 } = 'ipv4' in answer ? answer : { ipv4: answer, ipv6: [] };
  if (type === TYPE_A) return ipv4;
  return type === TYPE_AAAA ? ipv6 : [];
};

const responseTo = (query: Buffer, answer: Names[string]): Buffer => {
  const { type, end } = questionOf(query);
  const found = addressesOf(answer, type).map(bytesOf);
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x8180 | (answer === 'unknown' ? NO_SUCH_NAME : 0), 2);
  head.writeUInt16BE(found.length, 6);
  head.writeUInt32BE(0, 8);
  const records = found.map((bytes) => Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]));
  return Buffer.concat([head, query.subarray(12, end), ...records]);
};

export interface NameServer {
  /** `address:port`. */
  readonly address: string;
  /** The names that were asked for, each time. */
  readonly asked: readonly string[];
  close(): void;
}

export const startNameServer = async (names: Names): Promise<NameServer> => {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  const late = new Set<NodeJS.Timeout>();
  socket.on('message', (query, { address, port }) => {
    const { name, type } = questionOf(query);
    asked.push(name);
    const answer: Names[string] | undefined = name === '' ? [] : names[name];
    if (!answer) return;
    const send = () => socket.send(responseTo(query, answer), port, address);
    if (type === TYPE_A && typeof answer === 'object' && 'ipv4' in answer) late.add(setTimeout(send, answer.ipv4After));
    else send();
  });
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    asked,
    close: () => {
      for (const timer of late) clearTimeout(timer);
      socket.close();
    },
  };
};
