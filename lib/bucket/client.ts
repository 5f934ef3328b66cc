/** The functions' client of a bucket: the few calls of S3 that they need, signed by `aws4`, sent by Node's `https`. */
import { createReadStream } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { pauseBefore } from '../dynamodb/pause.ts';
import { placeOf, signedRequest, signedUrl } from './place.ts';

export class BucketUnavailable extends Error {
  override readonly name = 'BucketUnavailable';
}

export interface StoredFile {
  /** Its place on this machine. */
  readonly path: string;
  readonly bytes: number;
  /** As it is served. */
  readonly contentType: string;
}

export interface Bucket {
  /**
   * Puts a file, streamed from its place.
   *
   * @param key - of letters, digits, `/`, `_` and `-`
   * @throws BucketUnavailable
   */
  put(key: string, file: StoredFile): Promise<void>;
  /**
   * Removes every version of every object whose key begins so, as many calls as there are versions.
   *
   * @param kept - the key of one that stays
   * @throws BucketUnavailable
   */
  removeAll(prefix: string, kept?: string): Promise<void>;
  /** A URL that serves an object for so many seconds. Calls nothing. */
  urlOf(key: string, seconds: number): string;
}

const ATTEMPTS = 3;
/** A call that moves nothing for so long is given up. */
const IDLE_MILLISECONDS = 15_000;
const MOST_ANSWER = 1_048_576;

type Request = ReturnType<typeof signedRequest>;
type Answer = { readonly status: number; readonly text: string };

/** One try; what it is sent is a file, or nothing. */
const exchange = ({ url, method, headers }: Request, file?: StoredFile): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === 'http:' ? http : https).request(url, { method, headers, agent: false });
    request.setTimeout(IDLE_MILLISECONDS, () => request.destroy(new Error('the bucket does not answer')));
    request.on('error', reject);
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        if (text.length < MOST_ANSWER) text += piece;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    if (!file) return void request.end();
    const source = createReadStream(file.path);
    source.on('error', (error) => request.destroy(error));
    source.pipe(request);
  });

/** The answer of a call that was done. */
const done = async (what: string, request: () => Request, file?: StoredFile): Promise<string> => {
  let last = '';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (attempt > 1) await pauseBefore(attempt - 1);
    try {
      const { status, text } = await exchange(request(), file);
      if (status >= 200 && status < 300) return text;
      last = `status ${status}${/<Code>\w+<\/Code>/.exec(text)?.[0] ?? ''}`;
      if (status < 500 && status !== 429) break;
    } catch (error) {
      last = (error as Error).message;
    }
  }
  throw new BucketUnavailable(`the bucket did not ${what}: ${last}`);
};

const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text);

/** Versions, and marks of deletions, of a list of S3. */
const versionsIn = (xml: string): { readonly key: string; readonly versionId: string }[] =>
  [...xml.matchAll(/<(Version|DeleteMarker)>(.*?)<\/\1>/gs)].map(([, , entry = '']) => ({
    key: textsOf(entry, 'Key')[0] ?? '',
    versionId: textsOf(entry, 'VersionId')[0] ?? 'null',
  }));

/**
 * The bucket whose name stands in a variable of the environment.
 *
 * @throws Error that names the variable that is missing
 */
export const serviceBucket = (variable: string): Bucket => {
  const place = placeOf(variable);
  return {
    async put(key, file) {
      const headers = {
        'Content-Length': file.bytes,
        'Content-Type': file.contentType,
        // Whatever it is, a browser saves it and runs nothing of it.
        'Content-Disposition': 'attachment',
        'Cache-Control': 'private, max-age=900',
      };
      await done('take an object', () => signedRequest(place, { method: 'PUT', key, headers }), file);
    },
    async removeAll(prefix, kept) {
      for (;;) {
        const query = { prefix, versions: '' };
        const listed = versionsIn(await done('list', () => signedRequest(place, { method: 'GET', key: '', query })));
        const found = listed.filter(({ key }) => key !== kept);
        if (found.length === 0) return;
        for (const { key, versionId } of found)
          await done('delete', () => signedRequest(place, { method: 'DELETE', key, query: { versionId } }));
      }
    },
    urlOf: (key, seconds) => signedUrl(place, key, seconds),
  };
};
