/** Creates the template's table on an engine. */
import { CreateTableCommand, type CreateTableCommandInput, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import type { OpenTable } from '../open-table.ts';
import type { ApiModel } from './model.ts';
import { tableInput } from './template-parts.ts';

/** An engine without streams may refuse to create a table with one. */
const create = async ({ client }: OpenTable, input: CreateTableCommandInput): Promise<void> => {
  try {
    await client.send(new CreateTableCommand(input));
  } catch (error) {
    const { name } = error as Error;
    if (name === 'ResourceInUseException' || !input.StreamSpecification) throw error;
    const { StreamSpecification: _, ...without } = input;
    await client.send(new CreateTableCommand(without));
  }
};

/** Creates the table unless it exists. Returns whether it is new. */
export const ensureTable = async (table: OpenTable, model: ApiModel): Promise<boolean> => {
  try {
    await create(table, tableInput(model, table.name) as unknown as CreateTableCommandInput);
  } catch (error) {
    if ((error as Error).name === 'ResourceInUseException') return false;
    throw error;
  }
  await waitUntilTableExists(
    { client: table.client, maxWaitTime: 20, minDelay: 0.1, maxDelay: 1 },
    { TableName: table.name },
  );
  return true;
};
