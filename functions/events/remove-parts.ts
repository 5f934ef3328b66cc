/** On the table's stream: removes what an account, a location, a contact or a custom field that was deleted has left. */
import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { continueLater, removeParts } from '../../lib/business/remove-parts.ts';
import { tombstoneFrom } from '../../lib/business/repository/tombstone.ts';
import { continueActivity, removeActivity } from '../../lib/contacts/remove-activity.ts';
import { eachRecord } from '../../lib/dynamodb/stream.ts';
import { entities } from '../../lib/entities.ts';
import { continueValues, removeValues } from '../../lib/fields/remove-values.ts';

export const handler = (event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> =>
  eachRecord(event, context, async ({ newImage, table, hasTime }) => {
    if (newImage?.type === 'contactTombstone') {
      const store = { table, partnerId: String(newImage.partnerId) };
      if ((await removeActivity(store, newImage, hasTime)) === 'more') await continueActivity(store, newImage);
      return;
    }
    if (newImage?.type === 'fieldTombstone') {
      const store = { table, partnerId: String(newImage.partnerId) };
      if ((await removeValues(store, newImage, hasTime)) === 'more') await continueValues(store, newImage);
      return;
    }
    if (newImage?.type !== 'tombstone') return;
    const tombstone = tombstoneFrom(newImage);
    const store = { table, partnerId: tombstone.partnerId };
    if ((await removeParts(store, tombstone, { entities, hasTime })) === 'more') await continueLater(store, tombstone);
  });
