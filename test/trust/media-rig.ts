/** The functions of media on engines of their own, by a clock that can be moved: requests run calmly, what follows does not. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalTarget } from '../../tools/admin/local-target.ts';
import { readAssembly } from '../../tools/local/assembly.ts';
import { type Objects, objectsIn } from '../../tools/local/bucket/objects.ts';
import { startBucketServer } from '../../tools/local/bucket/server.ts';
import { startEngine } from '../../tools/local/engine.ts';
import { startQueueEngine } from '../../tools/local/queue/queue-engine.ts';
import { startQueueServer } from '../../tools/local/queue/server.ts';
import { ensureTable } from '../../tools/local/table.ts';
import { loadAll } from '../support/load.ts';
import { world } from '../support/world.ts';
import { withEnvironment } from './bundles.ts';
import { type Clock, createHost } from './events-host.ts';
import type { Roughness } from './events-rig.ts';
import { type Fault, faultKinds, silences, startFaultProxy } from './fault-proxy.ts';
import { startMediaWay } from './media-way.ts';
import type { Trial } from './part.ts';
import type { Random } from './random.ts';

const BUCKET = 'media';
const kinds: readonly Fault[] = faultKinds.filter((fault) => !silences.includes(fault));

/** Objects whose calls fail at random, some of them after they were done. */
const failing = (objects: Objects, fails: () => boolean): Objects => {
  const lost = async <T>(call: () => Promise<T>): Promise<T> => {
    if (fails()) throw new Error('the bucket failed');
    const done = await call();
    if (fails()) throw new Error('the bucket failed afterwards');
    return done;
  };
  return {
    get: objects.get,
    put: (key, head, body) => lost(() => objects.put(key, head, body)),
    versions: (prefix) => lost(() => objects.versions(prefix)),
    remove: (version) => lost(() => objects.remove(version)),
  };
};

export const startMediaRig = async (
  trial: Trial,
  { clock, random, roughness }: { clock: Clock; random: Random; roughness: () => Roughness },
) => {
  const { assemblyDirectory } = trial;
  const notices: string[] = [];
  const written: string[] = [];
  const write = (text: string) => {
    written.push(text);
    trial.written(text);
  };
  const ends: (() => unknown)[] = [];
  const close = async () => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'media-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    const engine = await startEngine({ isStreamed: true });
    ends.push(() => engine.stop());
    const tableName = `media-${randomUUID()}`;
    const { table } = await openLocalTarget(engine.endpoint, tableName);
    ends.push(() => table.client.destroy());
    const plain = await readAssembly(assemblyDirectory);
    await ensureTable(table, plain);
    await loadAll(table, world);

    const server = await startQueueServer(0, clock.now);
    ends.push(() => server.close());
    const queues = await withEnvironment({ SQS_ENDPOINT: server.endpoint }, () =>
      startQueueEngine({ queues: plain.queues, prefix: tableName }),
    );
    ends.push(() => queues.stop());
    const objects = objectsIn(join(folder, 'objects'));
    const bucket = await startBucketServer({
      name: BUCKET,
      objects: failing(objects, () => random.chance(roughness().fault)),
      now: clock.now,
    });
    ends.push(() => bucket.close());
    const references = {
      ...Object.fromEntries(plain.tables.map(({ logicalId }) => [logicalId, tableName])),
      ...Object.fromEntries(plain.buckets.map((id) => [id, BUCKET])),
      ...queues.references,
    };
    const model = await readAssembly(assemblyDirectory, references);
    const proxy = await startFaultProxy(engine.endpoint, () =>
      random.chance(roughness().fault) ? random.pick(kinds) : undefined,
    );
    ends.push(() => proxy.stop());
    const hostAt = (endpoint: string, killing: () => number) => {
      const host = createHost({
        assemblyDirectory,
        functions: model.functions,
        environment: {
          DYNAMODB_ENDPOINT: endpoint,
          AWS_ENDPOINT_URL_S3: bucket.endpoint,
          WEBHOOKS_LOCAL: 'allowed',
          TMPDIR: folder,
        },
        clock,
        random,
        killing,
        written: write,
      });
      ends.push(() => host.stop());
      return host;
    };
    const host = hostAt(proxy.endpoint, () => roughness().kill);
    const asking = hostAt(engine.endpoint, () => 0);
    const way = startMediaWay({
      model,
      table,
      endpoint: engine.endpoint,
      queues,
      host,
      clock,
      random,
      roughness,
      onNotice: (text) => notices.push(text),
    });
    ends.push(() => way.stop());

    /** Sends a request to the function whose id in the template begins so. */
    const ask = async (name: string, event: object): Promise<{ status: number; body: Record<string, unknown> }> => {
      const id = [...model.functions.keys()].find((each) => each.startsWith(name));
      if (!id) throw new Error(`The template has no function ${name}`);
      const { statusCode, body } = JSON.parse(await asking.invoke(id, event));
      return { status: statusCode, body: JSON.parse(body) };
    };
    return { ask, table, objects, way, host, notices, written, close };
  } catch (error) {
    await close();
    throw error;
  }
};
