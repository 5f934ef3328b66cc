/**
 * Stands between the functions and the engine, and answers each read of one record from memory once it has been asked for. The
 * embedded engine takes longer to find a record than to find none, and DynamoDB can't be measured here: so what a time shows
 * is what the service's own code does.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

interface Kept {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

const bytesOf = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
};

export const startKeptReads = async (engine: string) => {
  const agent = new http.Agent({ keepAlive: true });
  const kept = new Map<string, Kept>();

  const forward = ({ headers }: http.IncomingMessage, body: Buffer): Promise<Kept> =>
    new Promise((resolve, reject) => {
      const sent = http.request(engine, { method: 'POST', headers, agent }, (answer) => {
        const { statusCode: status = 500, headers: own } = answer;
        bytesOf(answer).then((whole) => resolve({ status, headers: own, body: whole }), reject);
      });
      sent.on('error', reject).end(body);
    });

  const serve = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const body = await bytesOf(request);
    const isRead = String(request.headers['x-amz-target']).endsWith('.GetItem');
    const text = body.toString();
    const answer = (isRead && kept.get(text)) || (await forward(request, body));
    if (isRead && answer.status === 200) kept.set(text, answer);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  };

  const server = http.createServer((request, response) => {
    serve(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
};

export type KeptReads = Awaited<ReturnType<typeof startKeptReads>>;
