/** Where the calls of an agent go, and under which key. Neither is ever an argument of a tool. */
import { readFile } from 'node:fs/promises';
import type { Target } from './send.ts';

export interface TargetOptions {
  readonly url: string;
  /** A file that holds the key and nothing else. */
  readonly keyFile?: string | undefined;
  /** The key from the environment. */
  readonly environmentKey?: string | undefined;
}

const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

const baseUrl = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`--url must be an http:// or https:// URL: ${text}`);
  if (url.username || url.password || url.search || url.hash) {
    throw new Error('--url must have no user, query or fragment; the key comes from PARTNER_API_KEY or --key-file.');
  }
  if (url.protocol === 'http:' && !LOCAL.test(url.hostname)) {
    throw new Error(`--url must be https:// for ${url.hostname}: the key would cross the network readable to all.`);
  }
  return url;
};

const keyIn = async (file: string): Promise<string> => {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    throw new Error(`The key file ${file} can't be read.`);
  }
};

/**
 * Reads the target. On this machine the demo key of `npm start` is used where no other is given: it opens nothing else.
 *
 * @throws Error with one sentence, which never holds the key
 */
export const targetOf = async ({ url, keyFile, environmentKey = '' }: TargetOptions): Promise<Target> => {
  const base = baseUrl(url);
  const given = keyFile === undefined ? environmentKey.trim() : await keyIn(keyFile);
  const key =
    given ||
    (keyFile === undefined && LOCAL.test(base.hostname) ? await (await import('../local/demo.ts')).demoKey() : '');
  if (key === '') {
    throw new Error(
      `There is no API key for ${base.origin}: set PARTNER_API_KEY, or name a file that holds one by --key-file.`,
    );
  }
  if (!/^[!-~]+$/.test(key)) throw new Error('The API key has characters that no key has.');
  return { url: base, key };
};
