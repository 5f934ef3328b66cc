/**
 * `restore apply`: has the stage's table hold again what a restored one holds. The table stays, with its name, stream, settings
 * and alarms; each record is written as any update is, so that its version and marks go on rising (docs/writing-once.md).
 */
import { isDeepStrictEqual } from 'node:util';
import { auditEntryEntity, auditTraceEntity } from '../../../../lib/audit/repository/entry.ts';
import { erasureEntity } from '../../../../lib/contacts/repository/erasure.ts';
import type { Item } from '../../../../lib/dynamodb/attributes.ts';
import { isAudited } from '../../../../lib/dynamodb/entity.ts';
import { markAttributes } from '../../../../lib/dynamodb/marks.ts';
import { keyOf } from '../../../../lib/dynamodb/parts.ts';
import { saveVersion } from '../../../../lib/dynamodb/versioned.ts';
import { WRITER } from '../../../../lib/dynamodb/writer.ts';
import { entities } from '../../../../lib/entities.ts';
import { apiKeyEntity } from '../../../../lib/partners/repository/api-key.ts';
import { partnerErasureEntity } from '../../../../lib/partners/repository/erasure.ts';
import { meteringKeyEntity } from '../../../../lib/partners/repository/metering-key.ts';
import { partnerEntity } from '../../../../lib/partners/repository/partner.ts';
import { userErasureEntity } from '../../../../lib/users/repository/erasure.ts';
import type { Target } from '../../admin/target.ts';
import { AdminError, type Io } from '../../io.ts';
import { type OpenTable, openTable } from '../../open-table.ts';
import { eraseListed } from '../erase-listed.ts';
import { untilAvailable } from '../retry.ts';
import { scanItems } from './scan.ts';
import { requireTable } from './second-table.ts';

/**
 * What stays as it is, and only comes back where it is gone: a key that was revoked since must not work again, nor a partner be
 * resumed, whoever was erased stays so, and what was done since has been done.
 */
const LEFT = new Set(
  [
    ...[partnerEntity, apiKeyEntity, meteringKeyEntity, erasureEntity, userErasureEntity, partnerErasureEntity],
    ...[auditEntryEntity, auditTraceEntity],
  ].map(({ type }) => type),
);
/** What an item has of its writes: it goes on from where it is. */
const OF_WRITES = new Set([
  ...markAttributes,
  ...['version', 'bytes', 'quiet', 'loadedVersion', 'changed', 'changedMark', WRITER],
]);
const AUDITED = new Set(entities.filter(isAudited).map(({ type }) => type));
/** As many keys as one call looks up. */
const CHUNK = 100;

export interface ApplyOptions {
  /** The restored table. */
  readonly from: string;
  readonly endpoint?: string | undefined;
  /** Counts, and writes nothing. */
  readonly dryRun?: boolean | undefined;
}

export interface Applied {
  readonly put: number;
  readonly changed: number;
  readonly removed: number;
  /** Written by somebody else meanwhile, and left. */
  readonly met: number;
}

const chunksOf = async function* (items: AsyncIterable<Item>): AsyncGenerator<Item[]> {
  let chunk: Item[] = [];
  for await (const item of items)
    if (chunk.push(item) === CHUNK) {
      yield chunk;
      chunk = [];
    }
  if (chunk.length > 0) yield chunk;
};

/** The items of the first table by a hundred, each with that of the same key in the second. */
const pairs = async function* (first: OpenTable, second: OpenTable): AsyncGenerator<[Item, Item | undefined][]> {
  const name = ({ pk, sk }: Item) => JSON.stringify([pk, sk]);
  for await (const items of chunksOf(scanItems(first))) {
    const found = await untilAvailable(() => second.batchGet(items.map(keyOf)));
    const others = new Map(found.map((item) => [name(item), item]));
    yield items.map((item) => [item, others.get(name(item))]);
  }
};

/** What must change for `found` to hold what `wanted` does; nothing where it does. */
const changesTo = (found: Item, wanted: Item): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set([...Object.keys(found), ...Object.keys(wanted)])]
      .filter((name) => !OF_WRITES.has(name) && !isDeepStrictEqual(found[name], wanted[name]))
      .map((name) => [name, wanted[name] ?? null]),
  );

/** Brings one record to its restored state; `false` where somebody else has written it meanwhile. */
const bringBack = async (table: OpenTable, found: Item, wanted: Item): Promise<boolean> => {
  const changes = changesTo(found, wanted);
  if (found.version === undefined) return !(await table.put({ Item: wanted }));
  // What nobody had changed since it was loaded, a later import may update again.
  const isAsLoaded = wanted.loadedVersion !== undefined && wanted.loadedVersion === wanted.version;
  const loaded = isAsLoaded ? { loadedVersion: Number(found.version) + 1 } : {};
  const store = { table, partnerId: String(found.partnerId) };
  const update = { key: keyOf(found), changes: { ...changes, ...loaded }, judgedOn: found, quiet: true };
  return 'saved' in (await saveVersion(store, update));
};

const apply = async (table: OpenTable, restored: OpenTable, isDry: boolean): Promise<Applied> => {
  const done = { put: 0, changed: 0, removed: 0, met: 0 };
  const note = (what: 'put' | 'changed' | 'removed', isDone: boolean) => done[isDone ? what : 'met']++;
  const each = async (what: 'put' | 'changed' | 'removed', write: () => Promise<boolean>) =>
    note(what, isDry || (await untilAvailable(write)));
  for await (const chunk of pairs(restored, table))
    for (const [wanted, found] of chunk) {
      if (!found) {
        const Put = { Item: wanted, ConditionExpression: 'attribute_not_exists(pk)' };
        // An entry of the audit goes on naming whoever did what it tells of.
        const own = wanted.type === auditEntryEntity.type ? table.within({ writer: undefined }) : table;
        await each('put', async () => !(await own.put(Put)));
      } else if (!LEFT.has(String(found.type)) && Object.keys(changesTo(found, wanted)).length > 0)
        await each('changed', () => bringBack(table, found, wanted));
    }
  for await (const chunk of pairs(table, restored))
    for (const [found, wanted] of chunk) {
      if (wanted || LEFT.has(String(found.type))) continue;
      const { p0 } = found;
      const unchanged = p0 !== undefined && {
        ConditionExpression: 'p0 = :p0',
        ExpressionAttributeValues: { ':p0': p0 },
      };
      const Delete = { Key: keyOf(found), ...unchanged };
      const traced = AUDITED.has(String(found.type));
      await each('removed', async () =>
        traced ? !(await table.transact([{ Delete: { ...Delete, traced: p0 } }])) : !(await table.remove(Delete)),
      );
    }
  return done;
};

/**
 * Erases in the restored table who was erased since, then writes what differs. A run that was cut off is run again.
 *
 * @throws AdminError where there is no such table, or it is the stage's own
 */
export const restoreApply = async (target: Target, io: Io, options: ApplyOptions): Promise<Applied> => {
  const { from, endpoint, dryRun = false } = options;
  const { table } = target;
  if (from === table.name) throw new AdminError(`${from} is the table itself: name the restored one.`);
  const restored = openTable({ tableName: from, endpoint });
  try {
    await requireTable(table);
    await requireTable(restored);
    if (!dryRun) {
      io.log(`Erasing in ${from} who was erased since (docs/erasing.md) ...`);
      await eraseListed(restored, table);
    }
    io.log(`Comparing ${table.name} with ${from} ...`);
    const done = await apply(table, restored, dryRun);
    const { put, changed, removed, met } = done;
    const would = dryRun ? 'Nothing was written. Would have been: ' : '';
    io.out(`${would}${put} items brought back, ${changed} changed, ${removed} removed.`);
    if (met > 0) io.log(`${met} items were written by others meanwhile, and left: stop the traffic, and run it again.`);
    return done;
  } finally {
    restored.client.destroy();
  }
};
