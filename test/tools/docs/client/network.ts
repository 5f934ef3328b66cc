/** The way from a client to the service over TLS: a server with an authority of its own, and a proxy to it. */
import http from 'node:http';
import http2 from 'node:http2';
import net, { type AddressInfo, type Socket } from 'node:net';
import { createAuthority } from '../../../support/authority.ts';

export interface Network {
  /** The service, by the name that the certificate has. */
  readonly url: string;
  /** The service, by an address that the certificate does not have. */
  readonly otherName: string;
  /** The certificate of the authority, as PEM. */
  readonly authority: string;
  /** A proxy for `HTTPS_PROXY`. */
  readonly proxy: string;
  /** A proxy that lets no one through. */
  readonly refusingProxy: string;
  /** The HTTP version of each request that came to the server, and what the proxy was asked for, since last asked. */
  readonly seen: () => { readonly requests: readonly string[]; readonly tunnels: readonly string[] };
  readonly close: () => void;
}

/** Headers of a connection, which do not go on. */
const HOP = /^(?::.*|connection|host|keep-alive|transfer-encoding|upgrade|http2-settings)$/;

const onward = (headers: http.IncomingHttpHeaders | http2.IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP.test(name))) as http.OutgoingHttpHeaders;

const portOf = async (server: net.Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** @param target - the service, without TLS */
export const startNetwork = async (target: string): Promise<Network> => {
  const { authority, certificate, key } = createAuthority('localhost');
  let [requests, tunnels]: [string[], string[]] = [[], []];
  const sockets = new Set<Socket>();
  const kept = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };

  const server = http2.createSecureServer({ cert: certificate, key, allowHTTP1: true }, (request, response) => {
    requests.push(request.httpVersion);
    const sent = http.request(
      `${target}${request.url}`,
      { method: request.method, headers: onward(request.headers) },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, onward(answer.headers));
        answer.pipe(response as unknown as NodeJS.WritableStream);
      },
    );
    request.pipe(sent);
  });
  server.on('connection', kept);
  const port = await portOf(server);

  const proxy = http.createServer();
  proxy.on('connect', ({ url = '', headers }, client: Socket) => {
    // All that a proxy learns of a request: the key is not part of it.
    tunnels.push(['x-api-key' in headers ? 'with the key' : '', url].join(''));
    const toServer = net.connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      toServer.pipe(client).pipe(toServer);
    });
    kept(toServer);
  });
  const refusing = http.createServer();
  refusing.on('connect', (_, client: Socket) =>
    client.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n'),
  );
  for (const each of [proxy, refusing]) each.on('connection', kept);
  const [through, closed] = [await portOf(proxy), await portOf(refusing)];
  return {
    url: `https://localhost:${port}`,
    otherName: `https://127.0.0.1:${port}`,
    authority,
    proxy: `http://127.0.0.1:${through}`,
    refusingProxy: `http://127.0.0.1:${closed}`,
    seen: () => {
      const found = { requests, tunnels };
      [requests, tunnels] = [[], []];
      return found;
    },
    close: () => {
      for (const each of [server, proxy, refusing]) each.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};

/** What both clients must do over TLS and through proxies. */
export interface NetworkCase {
  readonly title: string;
  readonly at: (network: Network) => string;
  readonly trusts: boolean;
  /** Variables of the environment. */
  readonly variables?: (network: Network) => Readonly<Record<string, string>>;
  readonly arrives: boolean;
  readonly isTunnelled?: boolean;
}

/** A client that trusts the authority, at the name of the certificate. */
const USUAL = { at: ({ url }: Network) => url, trusts: true };

export const networkCases: readonly NetworkCase[] = [
  { ...USUAL, title: 'an authority that it trusts', arrives: true },
  { ...USUAL, title: 'an authority that it does not know', trusts: false, arrives: false },
  { ...USUAL, title: 'a server of another name', at: ({ otherName }) => otherName, arrives: false },
  {
    ...USUAL,
    title: 'HTTPS_PROXY',
    variables: ({ proxy }) => ({ HTTPS_PROXY: proxy }),
    arrives: true,
    isTunnelled: true,
  },
  {
    ...USUAL,
    title: 'NO_PROXY with the host',
    variables: ({ proxy }) => ({ HTTPS_PROXY: proxy, NO_PROXY: 'api.example,localhost' }),
    arrives: true,
  },
  {
    ...USUAL,
    title: 'NO_PROXY with another host',
    variables: ({ proxy }) => ({ HTTPS_PROXY: proxy, NO_PROXY: 'api.example' }),
    arrives: true,
    isTunnelled: true,
  },
  {
    ...USUAL,
    title: 'a proxy that refuses',
    variables: ({ refusingProxy }) => ({ HTTPS_PROXY: refusingProxy }),
    arrives: false,
  },
];

/** What a process has that makes a call: of the machine's own variables none that would lead it another way. */
export const networkVariables = (network: Network, { variables }: NetworkCase): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/_proxy$|^(?:NODE_EXTRA_CA_CERTS|NODE_TLS_REJECT_UNAUTHORIZED|SSL_CERT_)/i.test(name),
    ),
  ),
  ...variables?.(network),
});
