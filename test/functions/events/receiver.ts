/** An endpoint of a partner: it keeps what comes and answers what the test has it answer. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Reply = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  reply: Reply;
  /** The most requests that were open at once. */
  readonly mostOpen: () => number;
  close(): void;
}

export const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(code, headers).end();

export const openReceiver = async (): Promise<Receiver> => {
  let open = 0;
  let most = 0;
  const server = createServer((request, response) => {
    most = Math.max(most, ++open);
    response.on('close', () => open--);
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const received = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces).toString() };
      receiver.received.push(received);
      receiver.reply(response, received);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    reply: status(200),
    mostOpen: () => most,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
};
