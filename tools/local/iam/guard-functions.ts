/** The guard of the local service: the roles of its template, and the engines' names of the resources. */
import type { BucketEngine } from '../bucket/bucket-engine.ts';
import type { Template } from '../intrinsics.ts';
import type { ApiModel } from '../model.ts';
import type { QueueEngine } from '../queue/queue-engine.ts';
import { createAuthority } from './authority.ts';
import { type Guard, type GuardOptions, startGuard } from './guard.ts';
import { type Roles, readRoles } from './roles.ts';
import type { ResourceIds } from './service-call.ts';

interface GuardFunctionsOptions extends Pick<GuardOptions, 'targets' | 'onDenied'> {
  readonly template: Template;
  readonly model: ApiModel;
  /** The name of the one table. */
  readonly tableName: string;
  readonly queues: Pick<QueueEngine, 'queues'>;
  readonly bucket: Pick<BucketEngine, 'references'>;
  readonly onRightUsed: ((right: string) => void) | undefined;
}

/** Maps a local name to its logical id; other names stay as they are. */
const inPlaceOf =
  (ids: ReadonlyMap<string, string>) =>
  (name: string): string =>
    ids.get(name) ?? name;

/** The path of a queue's URL, which is the same for every host. */
const pathOf = (url: string): string => (URL.canParse(url) ? new URL(url).pathname : url);

/** What each function's calls pass through. */
export const guardFunctions = ({
  template,
  model,
  tableName,
  queues,
  bucket,
  targets,
  onDenied,
  onRightUsed,
}: GuardFunctionsOptions): Promise<Guard> => {
  const roles: Roles = readRoles(
    template,
    model.usagePlans.map(({ names }) => names),
  );
  const queueIds = inPlaceOf(new Map([...queues.queues].map(([id, { url }]) => [pathOf(url), id])));
  const ids: ResourceIds = {
    idOf: inPlaceOf(new Map(model.tables.map(({ logicalId }) => [tableName, logicalId]))),
    keysOf: (id) => roles.tables[id],
    queueIdOf: (url) => queueIds(pathOf(url)),
    bucketIdOf: inPlaceOf(new Map(model.buckets.map((id) => [bucket.references[id] ?? id, id]))),
    planIdOf: inPlaceOf(new Map(Object.entries(roles.plans))),
  };
  return startGuard({ authority: createAuthority(roles, onRightUsed), ids, targets, onDenied });
};
