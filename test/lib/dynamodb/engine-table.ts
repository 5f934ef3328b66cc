/** A table of its own on the engine of the tests, made and read by the SDK alone. */
import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb';

/** @returns the name of a table whose items are found by `pk` and `sk` */
export const createEngineTable = async (client: DynamoDBClient): Promise<string> => {
  const TableName = `client-${randomUUID()}`;
  await client.send(
    new CreateTableCommand({
      TableName,
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  await waitUntilTableExists({ client, minDelay: 1, maxWaitTime: 10 }, { TableName });
  return TableName;
};

/** With the region and the credentials that `setLambdaEnvironment` sets: engines keep a store for each pair. */
export const sdkClient = (endpoint: string): DynamoDBClient =>
  new DynamoDBClient({
    endpoint,
    region: 'eu-west-1',
    credentials: { accessKeyId: 'AKIA', secretAccessKey: 'secret', sessionToken: 'token' },
    maxAttempts: 1,
  });
