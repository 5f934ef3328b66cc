/** The buckets of the template on this machine: in this process, or in the engine that `S3_ENDPOINT` names. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Place, signedRequest } from '../../../lib/bucket/place.ts';
import { localEnvironment } from '../../local-credentials.ts';
import { objectsIn } from './objects.ts';
import { startBucketServer } from './server.ts';

export interface BucketEngine {
  readonly endpoint: string;
  readonly place: Place;
  /** The values of the template's references to the bucket. */
  readonly references: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

interface BucketEngineOptions {
  /** The logical ids of the template's buckets: one. */
  readonly buckets: readonly string[];
  /** The persistent database file: the bucket's objects are stored next to it. */
  readonly db?: string | undefined;
  /** Prefix of the bucket's name: several services may share an engine. */
  readonly prefix: string;
}

/** Creates a versioned bucket in another engine, unless it exists. */
const makeIn = async (endpoint: string, name: string): Promise<void> => {
  const place = { region: localEnvironment.AWS_REGION, url: `${endpoint}/${name}` };
  const body = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';
  for (const [query, content] of [
    [{}, ''],
    [{ versioning: '' }, body],
  ] as const) {
    const { url, method, headers } = signedRequest(place, { method: 'PUT', key: '', query });
    const { host: _, Host: __, ...own } = headers as Record<string, string>;
    await fetch(url, { method, headers: own, ...(content && { body: content }) }).catch(() => {
      throw new Error(`No engine of buckets answers at S3_ENDPOINT (${endpoint}).`);
    });
  }
};

/** @throws Error with one sentence where nothing answers at `S3_ENDPOINT` */
export const startBucketEngine = async ({ buckets, db, prefix }: BucketEngineOptions): Promise<BucketEngine> => {
  const name = `${prefix}-media`.toLowerCase();
  const references = Object.fromEntries(
    buckets.flatMap((id) => [
      [id, name],
      [`${id}.Arn`, `arn:aws:s3:::${name}`],
    ]),
  );
  const placeAt = (endpoint: string): Place => ({ region: localEnvironment.AWS_REGION, url: `${endpoint}/${name}` });
  const { S3_ENDPOINT } = process.env;
  if (S3_ENDPOINT) {
    await makeIn(S3_ENDPOINT, name);
    return { endpoint: S3_ENDPOINT, place: placeAt(S3_ENDPOINT), references, stop: async () => {} };
  }
  const kept = db === undefined ? undefined : join(dirname(db), `${basename(db)}.media`);
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'media-')));
  const server = await startBucketServer({ name, objects: objectsIn(folder) });
  return {
    endpoint: server.endpoint,
    place: placeAt(server.endpoint),
    references,
    stop: async () => {
      await server.close();
      if (!kept) await rm(folder, { recursive: true, force: true });
    },
  };
};
