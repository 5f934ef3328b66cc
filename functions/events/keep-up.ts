/**
 * On the table's stream: keeps the audit, counts responses and reviews, and removes what an account, a location, a contact or a
 * custom field that was deleted has left. All in one function, as two functions read the stream at most (docs/insight.md: counts).
 */
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { auditor } from '../../lib/audit/keep.ts';
import { removeParts } from '../../lib/business/remove-parts.ts';
import { tombstoneFrom } from '../../lib/business/repository/tombstone.ts';
import { removeActivity } from '../../lib/contacts/remove-activity.ts';
import type { Item } from '../../lib/dynamodb/attributes.ts';
import type { PartnerStore } from '../../lib/dynamodb/partner-store.ts';
import { sources } from '../../lib/dynamodb/sources.ts';
import { eachRecord, passingOnly, type StreamRecord } from '../../lib/dynamodb/stream.ts';
import { continueLater } from '../../lib/dynamodb/tombstones.ts';
import { writerText } from '../../lib/dynamodb/writer.ts';
import { entities } from '../../lib/entities.ts';
import { removeValues } from '../../lib/fields/remove-values.ts';
import { count, isCounted } from '../../lib/insight/count.ts';
import { serviceQueue } from '../../lib/queue/client.ts';

/** Milliseconds of a removal before it is continued behind what else the stream has by then: counts wait no longer. */
const TURN = 5000;

const audit = auditor(entities);

/** What was deleted, for the entries of what changes by that. */
const nameOf = ({ kind, number, contactId, fieldId }: Item): string =>
  kind === undefined ? (contactId === undefined ? `field ${fieldId}` : `contact ${contactId}`) : `${kind} ${number}`;

/** What removes what is left, by the type of the tombstone. */
const removalOf: Readonly<
  Record<string, (store: PartnerStore, image: Item, hasTime: () => boolean) => Promise<'done' | 'back' | 'more'>>
> = {
  tombstone: (store, image, hasTime) => removeParts(store, tombstoneFrom(image), { entities, hasTime }),
  contactTombstone: removeActivity,
  fieldTombstone: removeValues,
};

const remove = async (image: Item, { table, hasTime }: StreamRecord): Promise<void> => {
  if (!String(image.type).endsWith('ombstone')) return;
  const writer = writerText({ kind: 'function', name: 'keep-up', follows: `removal of ${nameOf(image)}` });
  const store = { table: table.within({ writer }), partnerId: String(image.partnerId) };
  const end = sources.now() + TURN;
  const isMyTurn = () => hasTime() && sources.now() < end;
  const sweep = await removalOf[String(image.type)]?.(store, image, isMyTurn);
  if (sweep === 'more') await continueLater(store.table, image, nameOf(image));
};

const keepUp = async (record: StreamRecord): Promise<void> => {
  const { newImage, oldImage, table } = record;
  const image = newImage ?? oldImage;
  // One must not wait for the other: what fails of the two is tried again, and neither is done twice.
  const audited = await audit(record, Number(process.env.AUDIT_DAYS ?? 0)).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  if (image && isCounted(image)) await count({ table, partnerId: String(image.partnerId) }, record);
  else if (newImage) await remove(newImage, record);
  if (audited) throw audited.error;
};

/** What is counted comes first: it takes some milliseconds, and a removal its whole turn. */
const inTurn = ({ Records }: DynamoDBStreamEvent) => {
  const isTombstone = ({ dynamodb }: DynamoDBStreamEvent['Records'][number]) =>
    dynamodb?.NewImage?.type?.S?.toLowerCase().endsWith('tombstone') === true;
  return { Records: [...Records.filter((each) => !isTombstone(each)), ...Records.filter(isTombstone)] };
};

export const handler = (event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> =>
  eachRecord(inTurn(event), context, passingOnly(keepUp), {
    inOrder: true,
    // What no repetition mends must not hold up the counts behind it: it waits for an operator by its keys.
    onUnreadable: (record) =>
      serviceQueue('GIVEN_UP_QUEUE_URL').send([{ body: JSON.stringify(record), group: 'given-up' }]),
  });
