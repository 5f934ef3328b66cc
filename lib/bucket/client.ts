/** The functions' client for a bucket: the few S3 calls that they need, signed by `aws4`, sent by Node's `https`. */
import { createReadStream } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { CallOptions } from '../dynamodb/client/call.ts';
import { pauseBefore } from '../dynamodb/client/pause.ts';
import { isOver, whenEnded } from '../dynamodb/client/try-error.ts';
import { placeOf, signedRequest, signedUrl } from './place.ts';

export class BucketUnavailable extends Error {
  override readonly name = 'BucketUnavailable';
}

export interface StoredFile {
  /** Its path on this machine. */
  readonly path: string;
  readonly bytes: number;
  /** The content type with which it is served. */
  readonly contentType: string;
}

export interface Bucket {
  /**
   * Uploads a file, streamed from its path.
   *
   * @param key - of letters, digits, `/`, `_` and `-`
   * @throws BucketUnavailable
   */
  put(key: string, file: StoredFile): Promise<void>;
  /**
   * Puts a text, as JSON.
   *
   * @throws BucketUnavailable
   */
  putText(key: string, text: string): Promise<void>;
  /**
   * The text of an object of at most 4 MB.
   *
   * @throws BucketUnavailable, also if there is no such object
   */
  getText(key: string): Promise<string>;
  /**
   * Removes every version of every object with this key prefix, in one call for each version.
   *
   * @param kept - the key of an object to keep
   * @throws BucketUnavailable
   */
  removeAll(prefix: string, kept?: string): Promise<void>;
  /** A URL that serves an object for this many seconds. Makes no call. */
  urlOf(key: string, seconds: number): string;
}

const ATTEMPTS = 3;
/** A call without traffic for this long is aborted. */
const IDLE_MILLISECONDS = 15_000;
const MOST_ANSWER = 4 * 1_048_576;
const TIME_IS_UP = 'the time is up';

type Request = ReturnType<typeof signedRequest>;
type Answer = { readonly status: number; readonly text: string };

interface Sending {
  readonly limits: CallOptions;
  /** A file or a text to send; no body if left out. */
  readonly file?: StoredFile | string;
}

/** One try. */
const exchange = ({ url, method, headers }: Request, { limits, file }: Sending): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === 'http:' ? http : https).request(url, { method, headers, agent: false });
    request.setTimeout(IDLE_MILLISECONDS, () => request.destroy(new Error('the bucket does not answer')));
    const stopWaiting = whenEnded(limits, () => request.destroy(new Error(TIME_IS_UP)));
    request.on('close', stopWaiting);
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
    if (typeof file !== 'object') return void request.end(file);
    const source = createReadStream(file.path);
    source.on('error', (error) => request.destroy(error));
    // A pipe does not: an open file keeps its room on the disk when it is removed.
    request.on('close', () => source.destroy());
    source.pipe(request);
  });

/** The response of a successful call, after retries. */
const done = async (what: string, request: () => Request, sending: Sending): Promise<string> => {
  let last = TIME_IS_UP;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (attempt > 1) await pauseBefore(attempt - 1);
    if (isOver(sending.limits)) break;
    try {
      const { status, text } = await exchange(request(), sending);
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

/** The versions and delete markers in an S3 list. */
const versionsIn = (xml: string): { readonly key: string; readonly versionId: string }[] =>
  [...xml.matchAll(/<(Version|DeleteMarker)>(.*?)<\/\1>/gs)].map(([, , entry = '']) => ({
    key: textsOf(entry, 'Key')[0] ?? '',
    versionId: textsOf(entry, 'VersionId')[0] ?? 'null',
  }));

/**
 * The bucket named by an environment variable.
 *
 * @param limits - end its calls, and let none begin after a deadline
 * @throws Error that names the missing variable
 */
export const serviceBucket = (variable: string, limits: CallOptions = {}): Bucket => {
  const place = placeOf(variable);
  return {
    async put(key, file) {
      const headers = {
        'Content-Length': file.bytes,
        'Content-Type': file.contentType,
        // A browser saves the object instead of running anything in it.
        'Content-Disposition': 'attachment',
        'Cache-Control': 'private, max-age=900',
      };
      await done('take an object', () => signedRequest(place, { method: 'PUT', key, headers }), { limits, file });
    },
    async putText(key, text) {
      const headers = { 'Content-Length': Buffer.byteLength(text), 'Content-Type': 'application/json' };
      await done('take an object', () => signedRequest(place, { method: 'PUT', key, headers }), { limits, file: text });
    },
    getText: (key) => done('answer with an object', () => signedRequest(place, { method: 'GET', key }), { limits }),
    async removeAll(prefix, kept) {
      for (;;) {
        const query = { prefix, versions: '' };
        const list = () => signedRequest(place, { method: 'GET', key: '', query });
        const listed = versionsIn(await done('list', list, { limits }));
        const found = listed.filter(({ key }) => key !== kept);
        if (found.length === 0) return;
        for (const { key, versionId } of found)
          await done('delete', () => signedRequest(place, { method: 'DELETE', key, query: { versionId } }), { limits });
      }
    },
    urlOf: (key, seconds) => signedUrl(place, key, seconds),
  };
};
