/** Serves the reference pages at `/docs`: a convenience of the local run that no API Gateway has. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type PageOptions, pageFiles } from '../docs/page.ts';

/** Answers what it knows, and says whether it did. */
export type Aside = (request: IncomingMessage, response: ServerResponse) => boolean;

const ROOT = '/docs';

interface Served {
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Buffer;
  readonly gzipped: Buffer;
}

const served = async (type: string, text: string): Promise<Served> => {
  const plain = Buffer.from(text);
  const tag = createHash('sha256').update(plain).digest('base64url').slice(0, 16);
  return {
    // Kept, and asked for again each time: a page that is rebuilt has another tag.
    headers: { 'Content-Type': type, 'Cache-Control': 'no-cache', ETag: `W/"${tag}"`, Vary: 'Accept-Encoding' },
    plain,
    gzipped: await promisify(gzip)(plain),
  };
};

/** Whether a value of `Accept-Encoding` takes gzip. */
const takesGzip = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((each) => {
      const [coding = '', weight = 'q=1'] = each.split(';').map((part) => part.trim().toLowerCase());
      return (coding === 'gzip' || coding === '*') && weight.startsWith('q=') && Number(weight.slice(2)) > 0;
    });

/** Makes the pages when one is first asked for. */
export const serveDocs = (options: PageOptions): Aside => {
  let pages: ReturnType<typeof pageFiles> | undefined;
  const kept = new Map<string, Promise<Served>>();
  const find = async (name: string): Promise<Served | undefined> => {
    pages ??= pageFiles(options);
    const page = (await pages).get(name);
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
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || (path !== ROOT && !path.startsWith(`${ROOT}/`))) return false;
    // The pages name their files relative to themselves.
    if (path === ROOT) response.writeHead(301, { Location: `${ROOT}/` }).end();
    else answer(path.slice(ROOT.length + 1), request, response).catch((error: Error) => response.destroy(error));
    return true;
  };
};
