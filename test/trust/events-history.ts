/** What the table says at the end: its history as the stream had it, and the deliveries that there are. */
import { type AttributeValue, ScanCommand } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { OpenTable } from '../../cdk/tools/open-table.ts';
import type { Change } from './events-judge.ts';
import type { RawChange } from './rough-way.ts';

export const changeOf = ({ eventID, dynamodb }: RawChange): Change => {
  const imageOf = (image: RawChange['dynamodb']['NewImage']) =>
    image && unmarshall(image as Record<string, AttributeValue>);
  return {
    eventId: eventID,
    at: dynamodb.ApproximateCreationDateTime * 1000,
    before: imageOf(dynamodb.OldImage),
    after: imageOf(dynamodb.NewImage),
  };
};

/** All deliveries, as they stand. */
export const deliveriesIn = async (table: OpenTable) => {
  const all: Readonly<Record<string, unknown>>[] = [];
  let ExclusiveStartKey: Record<string, AttributeValue> | undefined;
  do {
    const page = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        ConsistentRead: true,
        ...(ExclusiveStartKey && { ExclusiveStartKey }),
        FilterExpression: '#type = :type',
        ExpressionAttributeNames: { '#type': 'type' },
        ExpressionAttributeValues: { ':type': { S: 'delivery' } },
      }),
    );
    all.push(...(page.Items ?? []).map((item) => unmarshall(item)));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return all;
};
