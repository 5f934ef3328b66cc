/** What the table says at the end: its history as the stream had it, and the deliveries that there are. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { scanItems } from '../../tools/data/commands/scan.ts';
import type { OpenTable } from '../../tools/open-table.ts';
import type { Change } from './events-check.ts';
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
export const deliveriesIn = async (table: OpenTable): Promise<readonly Item[]> => {
  const all: Item[] = [];
  for await (const item of scanItems(table, 'delivery')) all.push(item);
  return all;
};
