/**
 * On the table's stream: keeps the audit, counts what its entities count, and removes what deleted records have left. All in one
 * function, as two functions read the stream at most (docs/insight.md: counts).
 */
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { auditor } from '../../lib/audit/keep.ts';
import { eachRecord, passingOnly, type StreamRecord, withLast } from '../../lib/dynamodb/stream/records.ts';
import { lookLater } from '../../lib/dynamodb/stream/second-look.ts';
import { continueLater, leftovers } from '../../lib/dynamodb/stream/tombstones.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { writerText } from '../../lib/dynamodb/writes/writer.ts';
import { entities } from '../../lib/entities.ts';
import { contributionsOf, count } from '../../lib/insight/count.ts';
import { lateOfErased } from '../../lib/partners/repository/late-records.ts';
import { serviceQueue } from '../../lib/queue/client.ts';

/** Milliseconds of a removal before it is continued behind what else the stream has by then: counts wait no longer. */
const TURN = 5000;

const audit = auditor(entities);
const contributionOf = contributionsOf(entities);
const tombstones = leftovers(entities);

const remove = async (image: Item, { table, turnOf }: StreamRecord): Promise<void> => {
  const tombstone = tombstones.get(String(image.type));
  if (!tombstone) return;
  const name = tombstone.name(image);
  const writer = writerText({ kind: 'function', name: 'process-stream', follows: `removal of ${name}` });
  const store = { table: table.within({ writer }), partnerId: String(image.partnerId) };
  if (!image.rounds) await lookLater(store.table, image);
  const sweep = await tombstone.sweep(store, image, { entities, hasTime: turnOf(TURN) });
  if (sweep === 'more') await continueLater(store.table, image, name);
};

const processRecord = async (record: StreamRecord, isLateOfErased: ReturnType<typeof lateOfErased>): Promise<void> => {
  if (await isLateOfErased(record)) return;
  const { newImage, oldImage, table } = record;
  const partnerId = String((newImage ?? oldImage)?.partnerId);
  // One must not wait for the other: what fails of the two is tried again, and neither is done twice.
  const audited = await audit(record, Number(process.env.AUDIT_DAYS ?? 0)).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  await count({ table, partnerId }, record, contributionOf);
  if (newImage) await remove(newImage, record);
  if (audited) throw audited.error;
};

/** What is counted comes first: it takes some milliseconds, and a removal its complete turn. */
const inTurn = (event: DynamoDBStreamEvent) => withLast(event, (type) => tombstones.has(type));

export const handler = (event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> => {
  const isLateOfErased = lateOfErased();
  const work = passingOnly((record) => processRecord(record, isLateOfErased));
  return eachRecord(inTurn(event), context, work, {
    inOrder: true,
    // What no repetition repairs must not hold up the counts behind it: it waits for an operator by its keys.
    onUnreadable: (record) =>
      serviceQueue('GIVEN_UP_QUEUE_URL').send([{ body: JSON.stringify(record), group: 'given-up' }]),
  });
};
