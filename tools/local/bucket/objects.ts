/** Objects with their versions as files of a folder: a folder for each key, in it two files for each version. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The headers of an object's response. */
export interface Head {
  readonly contentType: string;
  readonly contentDisposition: string;
  readonly bytes: number;
}

export interface Version {
  readonly key: string;
  readonly versionId: string;
}

export interface Objects {
  put(key: string, head: Omit<Head, 'bytes'>, body: Readable): Promise<Version>;
  /** The last version of an object. */
  get(key: string): Promise<{ readonly head: Head; open(): ReadStream } | undefined>;
  /** All versions of all objects whose keys have this prefix, in order of their keys. */
  versions(prefix: string): Promise<readonly Version[]>;
  remove(version: Version): Promise<void>;
}

const HEAD = '.json';

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** @param folder - created if it does not exist */
export const objectsIn = (folder: string): Objects => {
  const placeOf = (key: string) => join(folder, encodeURIComponent(key));
  const named = async (place: string): Promise<string[]> => {
    try {
      return await readdir(place);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };
  /** The versions of an object, the latest first. */
  const versionsOf = async (key: string): Promise<string[]> =>
    (await named(placeOf(key)))
      .filter((name) => name.endsWith(HEAD))
      .map((name) => name.slice(0, -HEAD.length))
      .sort()
      .reverse();
  return {
    async put(key, head, body) {
      const place = placeOf(key);
      await mkdir(place, { recursive: true });
      const versionId = `${String(Date.now()).padStart(13, '0')}-${randomUUID()}`;
      const file = createWriteStream(join(place, versionId));
      await pipeline(body, file);
      const draft = join(place, `${versionId}.draft`);
      await writeFile(draft, JSON.stringify({ ...head, bytes: file.bytesWritten }));
      // The version exists once its head does.
      await rename(draft, join(place, `${versionId}${HEAD}`));
      return { key, versionId };
    },
    async get(key) {
      const [versionId] = await versionsOf(key);
      if (versionId === undefined) return undefined;
      const head = JSON.parse(await readFile(join(placeOf(key), `${versionId}${HEAD}`), 'utf8')) as Head;
      return { head, open: () => createReadStream(join(placeOf(key), versionId)) };
    },
    async versions(prefix) {
      const keys = (await named(folder)).map(decodeURIComponent).filter((key) => key.startsWith(prefix));
      const found: Version[] = [];
      for (const key of keys.sort()) found.push(...(await versionsOf(key)).map((versionId) => ({ key, versionId })));
      return found;
    },
    async remove({ key, versionId }) {
      const place = placeOf(key);
      if (!(await versionsOf(key)).includes(versionId)) return;
      await rm(join(place, `${versionId}${HEAD}`), { force: true });
      await rm(join(place, versionId), { force: true });
      // Removing the last version removes the folder.
      await rmdir(place).catch(() => undefined);
    },
  };
};
