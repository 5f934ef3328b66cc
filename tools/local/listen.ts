import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { badRequest, refusalBody, refusalHeaders, refusalOf, refusalText } from './http-refusal.ts';

/** Longer than clients keep an idle connection, so that none is cut just as it is used again. */
const keepAliveTimeout = 65_000;

/** HTTP/1.1 requires a 400 if there is no Host. Node would send one without a body. */
const requireHost =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    if (request.httpVersion !== '1.1' || request.headers.host !== undefined) return listener(request, response);
    const body = refusalBody(badRequest);
    response.writeHead(badRequest.status, refusalHeaders(body)).end(body);
  };

const newServer = (listener: RequestListener): Server => {
  const answer = requireHost(listener);
  const server = createServer({ keepAliveTimeout, requireHostHeader: false }, answer);
  // Node would answer an expectation that it does not know with a 417 without a body; a server may as well ignore it.
  server.on('checkExpectation', answer);
  // Input that is not valid HTTP never becomes a request: the response goes to the bare socket.
  server.on('clientError', (error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    // A response to HEAD never has a body.
    const hasBody = error.rawPacket?.subarray(0, 5).toString('latin1') !== 'HEAD ';
    socket.end(refusalText(refusalOf(error.code, error.rawPacket), hasBody));
  });
  // Node would close the connection of a CONNECT without a word.
  server.on('connect', (_, socket) => {
    // Node no longer listens to it: an error that no one hears ends the process.
    socket.on('error', () => {});
    socket.end(refusalText(badRequest, true));
  });
  return server;
};

const listen = async (listener: RequestListener, port: number, host: string): Promise<Server> => {
  const server = newServer(listener);
  server.listen({ port, host });
  await once(server, 'listening');
  return server;
};

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** How often idle connections are closed while the last requests complete. */
const SWEEP_MILLISECONDS = 20;

/**
 * Accepts no more connections, lets running requests complete, and then closes.
 *
 * @param grace - milliseconds after which requests that still run are cut off
 */
const closeServer = async (server: Server, grace: number): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  server.closeIdleConnections();
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MILLISECONDS);
  const end = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearInterval(sweep);
  clearTimeout(end);
};

/** A second server on IPv6 loopback; none where the machine has no IPv6. */
const listenIPv6 = async (listener: RequestListener, port: number): Promise<Server | undefined> => {
  try {
    return await listen(listener, port, '::1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw error;
    return undefined;
  }
};

/** `close` waits at most `grace` milliseconds for running requests. */
export type Listening = { port: number; close: (grace: number) => Promise<void> };

const listenLoopback = async (listener: RequestListener, port: number, attempts: number): Promise<Listening> => {
  const main = await listen(listener, port, '127.0.0.1');
  try {
    const other = await listenIPv6(listener, portOf(main));
    const servers = other ? [main, other] : [main];
    return {
      port: portOf(main),
      close: async (grace) => void (await Promise.all(servers.map((server) => closeServer(server, grace)))),
    };
  } catch (error) {
    await closeServer(main, 0);
    // A port that was free on IPv4 may be taken on IPv6: with any port wanted, another one will do.
    if (port === 0 && attempts > 1) return listenLoopback(listener, port, attempts - 1);
    throw error;
  }
};

/**
 * Serves HTTP on this machine only: without a host on 127.0.0.1 and, where there is IPv6, on ::1, so that
 * `localhost` works whichever it stands for. A taken port rejects with Node's own EADDRINUSE.
 */
export const listenLocally = async (
  listener: RequestListener,
  { port, host }: { port: number; host: string | undefined },
): Promise<Listening> => {
  if (host === undefined || host === 'localhost') return listenLoopback(listener, port, 5);
  const server = await listen(listener, port, host);
  return { port: portOf(server), close: (grace) => closeServer(server, grace) };
};
