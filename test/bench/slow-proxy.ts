/** A proxy in front of an engine that adds milliseconds to each call, as a process of its own: `slow-proxy.ts ENGINE MILLISECONDS`. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const [engine = '', delay = '10'] = process.argv.slice(2);
const { hostname, port } = new URL(engine);
const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

const server = http.createServer((incoming, outgoing) => {
  const { method, url, headers } = incoming;
  const chunks: Buffer[] = [];
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
  incoming.on('end', () =>
    setTimeout(() => {
      const passed = http.request({ hostname, port, method, path: url, headers, agent }, (reply) => {
        outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
        reply.pipe(outgoing);
      });
      passed.on('error', () => outgoing.destroy());
      passed.end(Buffer.concat(chunks));
    }, Number(delay)),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
