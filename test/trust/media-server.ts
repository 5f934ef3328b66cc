/** The servers that media are fetched from: each path says how it answers, well or badly, and what it has is known. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { film, jpg, png } from '../support/media-files.ts';
import type { Random } from './random.ts';

/** What a file is asked for as. */
export type Wanted = 'PHOTO' | 'VIDEO' | 'SOCIAL';

/** What may become of a file next to that its time is over; `DONE`, or a `failureReason`. */
interface Kind {
  readonly wanted: readonly Wanted[];
  readonly ends: (wanted: Wanted) => readonly string[];
}

const NO_FILE = '2171: The URL does not answer with a file; redirects are not followed';
const ends = (...all: readonly string[]): Kind => ({ wanted: ['PHOTO', 'SOCIAL'], ends: () => all });

export const KINDS = {
  png: ends('DONE'),
  jpg: ends('DONE'),
  slow: ends('DONE'),
  film: { wanted: ['VIDEO', 'SOCIAL'], ends: () => ['DONE'] },
  flaky: ends('DONE', NO_FILE),
  moody: ends('DONE', NO_FILE),
  small: {
    wanted: ['PHOTO', 'SOCIAL'],
    ends: (wanted) => [wanted === 'SOCIAL' ? 'DONE' : '2180: The picture is 400x300; at least 720x720 is needed'],
  },
  text: ends('2174: The file is none of JPG, PNG, MP4 and MOV'),
  forbidden: ends(NO_FILE),
  redirect: ends(NO_FILE),
  broken: ends(NO_FILE),
  cut: ends('2171: The answer of the URL ends early'),
} as const satisfies Readonly<Record<string, Kind>>;
export type KindName = keyof typeof KINDS;

/** Ends of any file: the clock ended it, or was moved on while it was fetched. */
export const OVERTAKEN: readonly string[] = [
  '2171: The file could not be fetched within 15 minutes',
  '2171: The URL does not answer with the entire file in time',
];

/** Stands in every answer that refuses, so that whoever logs one is found. */
export const SERVER_SAID = 'answer-of-a-server-that-no-one-may-log';

export interface MediaServer {
  readonly url: string;
  readonly seen: { requests: number };
  /** What the server has of a kind, where it has a file. */
  fileOf(kind: KindName): Buffer;
  close(): void;
}

export const startMediaServer = async (random: Random): Promise<MediaServer> => {
  const files: Readonly<Record<string, Buffer>> = {
    png: png(800, 900),
    jpg: jpg(1000, 750),
    slow: png(900, 900, 60_000),
    film: await film(),
    flaky: png(820, 900),
    moody: png(830, 900),
    small: png(400, 300),
    text: Buffer.from(`<html>${SERVER_SAID}</html>`),
    cut: png(800, 900, 40_000),
  };
  const seen = { requests: 0 };
  const refuse = (response: ServerResponse, status: number) => void response.writeHead(status).end(SERVER_SAID);
  const send = (response: ServerResponse, file: Buffer) =>
    void response.writeHead(200, { 'content-length': file.length }).end(file);
  const drip = async (response: ServerResponse, file: Buffer): Promise<void> => {
    response.writeHead(200, { 'content-length': file.length });
    const pieces = 4;
    const size = Math.ceil(file.length / pieces);
    for (let index = 0; index < pieces; index++) {
      response.write(file.subarray(index * size, (index + 1) * size));
      await pause(random.below(40));
    }
    response.end();
  };
  const serve = async (kind: string, response: ServerResponse): Promise<void> => {
    seen.requests++;
    await pause(random.below(30));
    const file = files[kind] ?? Buffer.alloc(0);
    if (kind === 'forbidden') return refuse(response, 403);
    if (kind === 'broken') return refuse(response, 500);
    if (kind === 'redirect') return void response.writeHead(302, { location: '/png/elsewhere' }).end(SERVER_SAID);
    if (kind === 'flaky' && random.chance(0.5)) return refuse(response, random.pick([408, 429, 500, 503]));
    if (kind === 'moody' && random.chance(0.5)) return refuse(response, random.pick([401, 403, 404, 410]));
    if (kind === 'slow') return drip(response, file);
    if (kind !== 'cut') return send(response, file);
    response.writeHead(200, { 'content-length': file.length });
    response.write(file.subarray(0, 5000), () => response.destroy());
  };
  // A worker that was killed leaves no one to answer.
  const server = createServer(
    ({ url = '' }, response) => void serve(url.split('/')[1] ?? '', response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    fileOf: (kind) => files[kind] ?? Buffer.alloc(0),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
