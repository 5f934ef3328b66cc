/**
 * Serves the reference pages at `/docs`, and leads there from `/`: a convenience of the local run that no API Gateway
 * has.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { archiveFiles } from '../docs/client/archives.ts';
import { FORWARD } from '../docs/page/shell.ts';
import { type PageOptions, pageFiles } from '../docs/page.ts';
import { forwardRequest } from './forward.ts';

/** Serves a request if it is for these pages. Returns whether it did. */
export type Aside = (request: IncomingMessage, response: ServerResponse) => boolean;

const ROOT = '/docs';

/** The pages have no script, style or picture from elsewhere; what their forms send to other hosts, this server sends. */
const POLICY = "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

interface Served {
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Buffer;
  readonly gzipped: Buffer;
}

const served = async (type: string, body: string | Buffer): Promise<Served> => {
  const plain = Buffer.from(body);
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 16);
  return {
    // Cached, but revalidated each time: a rebuilt page has another tag.
    headers: {
      'Content-Type': type,
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': POLICY,
      ETag: `W/"${tag}"`,
      Vary: 'Accept-Encoding',
    },
    plain,
    gzipped: await promisify(gzip)(plain),
  };
};

/** Whether a value of `Accept-Encoding` accepts gzip. */
const takesGzip = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((each) => {
      const [coding = '', weight = 'q=1'] = each.split(';').map((part) => part.trim().toLowerCase());
      return (coding === 'gzip' || coding === '*') && weight.startsWith('q=') && Number(weight.slice(2)) > 0;
    });

/** The names of the clients' packages. */
const ARCHIVE = /\.(?:tgz|whl)$/;

/** Builds the pages on the first request for one, and the clients' packages likewise. */
export const serveDocs = (options: PageOptions): Aside => {
  let pages: ReturnType<typeof pageFiles> | undefined;
  let archives: ReturnType<typeof archiveFiles> | undefined;
  const kept = new Map<string, Promise<Served>>();
  const findPages = () => {
    pages ??= pageFiles(options);
    return pages;
  };
  const findArchives = () => {
    // Not loaded before it is needed: it loads the compiler.
    archives ??= import('../docs/client/archives.ts').then((module) => module.archiveFiles());
    return archives;
  };
  const find = async (name: string): Promise<Served | undefined> => {
    const page = ARCHIVE.test(name) ? (await findArchives()).get(name) : (await findPages()).get(name);
    if (page && !kept.has(name)) kept.set(name, served(page.type, page.body));
    return kept.get(name);
  };

  const answer = async (name: string, { headers }: IncomingMessage, response: ServerResponse): Promise<void> => {
    const file = await find(name || 'index.html');
    if (!file) response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found');
    else if (headers['if-none-match'] === file.headers.ETag) response.writeHead(304, file.headers).end();
    else if (takesGzip(headers['accept-encoding']))
      response.writeHead(200, { ...file.headers, 'Content-Encoding': 'gzip' }).end(file.gzipped);
    else response.writeHead(200, file.headers).end(file.plain);
  };

  return (request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (request.method === 'POST' && path === `${ROOT}/${FORWARD}` && options.tryWithKey !== undefined) {
      forwardRequest(request, response).catch((error: Error) => response.destroy(error));
      return true;
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || (path !== '/' && path !== ROOT && !path.startsWith(`${ROOT}/`))) return false;
    // Not for good: a browser would keep that for whatever this port serves next.
    if (path === '/') response.writeHead(302, { Location: `${ROOT}/` }).end();
    // The pages name their files relative to themselves.
    else if (path === ROOT) response.writeHead(301, { Location: `${ROOT}/` }).end();
    else answer(path.slice(ROOT.length + 1), request, response).catch((error: Error) => response.destroy(error));
    return true;
  };
};
