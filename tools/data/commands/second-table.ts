/** Makes a second table, either an empty one with the same keys or one restored from backups, and removes it again. */
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  type GlobalSecondaryIndexDescription,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import { AdminError } from '../../io.ts';
import type { OpenTable } from '../../open-table.ts';

/** The table's description; `undefined` if there is no such table. */
export const describeTable = async ({ client, name }: OpenTable): Promise<TableDescription | undefined> => {
  try {
    return (await client.send(new DescribeTableCommand({ TableName: name }))).Table;
  } catch (error) {
    if ((error as Error).name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
};

export const requireTable = async (table: OpenTable): Promise<TableDescription> => {
  const description = await describeTable(table);
  if (description) return description;
  throw new AdminError(
    `The table ${table.name} does not exist. Locally npm start creates it, on AWS npx cdk deploy.`,
    'not found',
  );
};

const indexInput = ({ IndexName, KeySchema, Projection }: GlobalSecondaryIndexDescription) => ({
  IndexName,
  KeySchema,
  Projection,
});

const POLL = { first: 100, longest: 15_000 };

/** Waits until a table is active. Restoring takes from minutes to hours, so the pauses grow. */
export const untilActive = async (table: OpenTable, onWait: (status: string) => void = () => {}): Promise<void> => {
  for (let pause = POLL.first; ; pause = Math.min(POLL.longest, pause * 2)) {
    const description = await describeTable(table);
    const indexes = description?.GlobalSecondaryIndexes ?? [];
    const isReady = indexes.every(({ IndexStatus = 'ACTIVE' }) => IndexStatus === 'ACTIVE');
    if (description?.TableStatus === 'ACTIVE' && isReady) return;
    onWait(description?.TableStatus ?? 'not there yet');
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
};

/** Makes an empty table with the same keys and indexes as `table` under another name. */
export const createAlike = async (table: OpenTable, second: OpenTable): Promise<void> => {
  const { KeySchema, AttributeDefinitions, GlobalSecondaryIndexes = [] } = await requireTable(table);
  await second.client.send(
    new CreateTableCommand({
      TableName: second.name,
      KeySchema,
      AttributeDefinitions,
      BillingMode: 'PAY_PER_REQUEST',
      ...(GlobalSecondaryIndexes.length > 0 && { GlobalSecondaryIndexes: GlobalSecondaryIndexes.map(indexInput) }),
    }),
  );
  await untilActive(second);
};

/** Restores the latest backup of `table` into a table of another name. */
export const restoreLatest = async (table: OpenTable, second: OpenTable): Promise<void> => {
  const { client } = table;
  await client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: table.name,
      TargetTableName: second.name,
      UseLatestRestorableTime: true,
      BillingModeOverride: 'PAY_PER_REQUEST',
    }),
  );
};

/** Removes a table that one of the functions above has made. */
export const removeTable = async (table: OpenTable): Promise<void> => {
  const { client, name } = table;
  const TableName = name;
  const description = await describeTable(table);
  if (!description) return;
  if (description.DeletionProtectionEnabled) {
    await client.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
    await untilActive(table);
  }
  await client.send(new DeleteTableCommand({ TableName }));
};
