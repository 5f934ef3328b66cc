/** Servers on this machine that requests are sent to, and the requests. */
import { createServer, type Server } from 'node:http';
import type net from 'node:net';
import type { AddressInfo } from 'node:net';
import { post } from '../../../lib/subscriptions/send.ts';

export const servers: (Server | net.Server)[] = [];
export const closeServers = (): void => {
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  }
};

export const listen = async <Each extends Server | net.Server>(server: Each): Promise<number> => {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
};

export const sending = (url: string, more: object = {}) =>
  post({ url, headers: { 'x-test': 'a' }, body: '{"a":"ä"}', allowLocal: true, ...more });

/** A server that keeps what comes; answers 204 unless the test says otherwise. */
export const receiving = async (
  answer: Parameters<typeof createServer>[1] = (_, response) => void response.writeHead(204).end(),
) => {
  const seen: string[] = [];
  const port = await listen(
    createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (piece) => (body += piece));
      request.on('end', () => {
        seen.push(`${request.method} ${request.url} ${request.headers.host} ${request.headers['x-test']} ${body}`);
        (answer as (...all: unknown[]) => void)(request, response);
      });
    }),
  );
  return { port, seen };
};
