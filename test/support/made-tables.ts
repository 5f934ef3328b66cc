/** Tables that end with the test file that made them: an engine is slower with each table more, DynamoDB Local by far. */
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import type { OpenTable } from '../../tools/open-table.ts';

const made: OpenTable[] = [];

/** Deletes the table behind the last test of the file. */
export const endWithFile = (table: OpenTable): void => {
  made.push(table);
};

/** For `clean-worker.ts`. A table that is gone, as with an engine of its own, is what is wanted. */
export const endTables = async (): Promise<void> => {
  await Promise.allSettled(
    made.splice(0).map(({ client, name }) => client.send(new DeleteTableCommand({ TableName: name }))),
  );
};
