/** Serves the reference page at `/docs`: a convenience of the local run that no API Gateway has. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type PageFile, type PageOptions, pageFiles } from '../docs/page.ts';

/** Answers what it knows, and says whether it did. */
export type Aside = (request: IncomingMessage, response: ServerResponse) => boolean;

const ROOT = '/docs';

/** Reads the page's files when the page is first asked for. */
export const serveDocs = (options: PageOptions): Aside => {
  let files: Promise<ReadonlyMap<string, PageFile>> | undefined;

  const answer = async (name: string, response: ServerResponse): Promise<void> => {
    files ??= pageFiles(options);
    const file = (await files).get(name || 'index.html');
    if (!file) response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found');
    else response.writeHead(200, { 'Content-Type': file.type, 'Cache-Control': 'no-cache' }).end(file.body);
  };

  return ({ method, url = '' }, response) => {
    const [path = ''] = url.split('?');
    if ((method !== 'GET' && method !== 'HEAD') || (path !== ROOT && !path.startsWith(`${ROOT}/`))) return false;
    // The page names its files relative to itself.
    if (path === ROOT) response.writeHead(301, { Location: `${ROOT}/` }).end();
    else answer(path.slice(ROOT.length + 1), response).catch((error: Error) => response.destroy(error));
    return true;
  };
};
