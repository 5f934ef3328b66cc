/**
 * Saves what is sent of a contact that an email names, on the stock document client and without checks: the reads and the
 * transaction that ours makes.
 */
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { businessKey } from '../../../lib/business/repository/business.ts';
import { activityItem } from '../../../lib/contacts/repository/activity.ts';
import { contactChanges, contactKey, contactPointerKey } from '../../../lib/contacts/repository/contact.ts';
import { packedIndexAction } from '../../../lib/contacts/repository/packed-index.ts';
import { withActivity, withLocations, writtenContact } from '../../../lib/contacts/rules/contact-writes.ts';
import { accountKey } from '../../../lib/partners/repository/account.ts';
import { documentTable } from './document-store.js';
import { answering, failures, keyLookup } from './domain.js';

const { TableName, client, get, batchGet } = documentTable();

const updateOf = (owner, { version, contact: { id } }, contact) => {
  const changes = Object.entries(contactChanges(contact)).filter(([, value]) => value !== null);
  return {
    Key: contactKey(owner, id),
    UpdateExpression: `SET ${changes.map((_, index) => `#${index} = :${index}`).join(', ')} ADD #version :one`,
    ConditionExpression: '#version = :version',
    ExpressionAttributeNames: {
      '#version': 'version',
      ...Object.fromEntries(changes.map(([name], index) => [`#${index}`, name])),
    },
    ExpressionAttributeValues: {
      ':one': 1,
      ':version': version,
      ...Object.fromEntries(changes.map(([, value], index) => [`:${index}`, value])),
    },
  };
};

export const handler = answering(keyLookup(get), async (partnerId, { queryStringParameters }, body) => {
  const { businessIds = [], ...fields } = body;
  const number = Number(queryStringParameters.businessId);
  const owner = { partnerId, accountNumber: number };
  const named = await batchGet([accountKey(partnerId, number), businessKey(partnerId, number)]);
  if (named.length === 0) throw failures.accountNotFound();
  const [pointer] = await batchGet([contactPointerKey(owner, 'EMAIL', fields.email)]);
  const item = await get(contactKey(owner, pointer.contactId));
  const locations = await batchGet(businessIds.map((each) => businessKey(partnerId, each)));
  const now = Date.now();
  const at = new Date(now).toISOString();
  const mappings = (contact) => withLocations(contact, locations, () => 1);
  const { contact, kinds } = writtenContact(item.contact, item.contact, { fields, mappings }, at);
  const after = withActivity(contact, at);
  const { id } = after;
  const writes = [
    { Update: updateOf(owner, item, after) },
    packedIndexAction(owner, id, { contact: after, bytes: Number(item.bytes) }),
    { Put: { Item: activityItem(owner, id, { kinds }, `${now}-0123456789abcdef`) } },
  ];
  const TransactItems = writes.map((write) =>
    Object.fromEntries(Object.entries(write).map(([kind, input]) => [kind, { TableName, ...input }])),
  );
  await client.send(new TransactWriteCommand({ TransactItems }));
  return { id };
});
