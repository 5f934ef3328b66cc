/** The engine behind a server that keeps some requests: a command waits there, and can be ended at a known place. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What becomes of a request: a kept one never reaches the engine, of an unanswered one it is the response that is kept. */
export type Fate = 'passed' | 'kept' | 'unanswered';

export interface HeldStore {
  readonly url: string;
  /**
   * From now on requests have these fates.
   *
   * @returns what resolves when the first request is kept, or has been done without an answer
   */
  hold(fateOf: (operation: string, body: string) => Fate): Promise<void>;
  close(): void;
}

export const startHeldStore = async (endpoint: string): Promise<HeldStore> => {
  const engine = new URL(endpoint);
  let fateOf: (operation: string, body: string) => Fate = () => 'passed';
  let reached = Promise.withResolvers<void>();
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? '';
    const fate = fateOf(operation, body.toString());
    if (fate === 'kept') return reached.resolve();
    const { method, url, headers } = incoming;
    const passed = request({ host: engine.hostname, port: engine.port, method, path: url, headers }, (reply) => {
      if (fate === 'unanswered') {
        reply.resume().on('end', () => reached.resolve());
        return;
      }
      outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(outgoing);
    });
    passed.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold(fate) {
      fateOf = fate;
      reached = Promise.withResolvers();
      return reached.promise;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};
