/** Checks of a table, on this machine or at AWS, where backups are checked too. */
import {
  DescribeContinuousBackupsCommand,
  DescribeTimeToLiveCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
import { INDEX, NAMESAKES } from '../../lib/dynamodb/table/keys.ts';
import { describeTable } from '../data/commands/second-table.ts';
import type { OpenTable } from '../open-table.ts';
import type { Check, Finding } from './doctor-check.ts';

const keyText = (schema: TableDescription['KeySchema'] = []): string =>
  schema.map(({ AttributeName }) => AttributeName).join(', ');

const tableFinding = (table: OpenTable, remedy: string) => async (): Promise<Finding> => {
  const description = await describeTable(table);
  if (!description) return { found: `${table.name} does not exist`, remedy };
  const { TableStatus, KeySchema } = description;
  if (keyText(KeySchema) !== 'pk, sk')
    return {
      found: `${table.name} has the keys ${keyText(KeySchema)}`,
      remedy: "This is not the service's table: use the right --table.",
    };
  return {
    found: `${table.name} is ${TableStatus}`,
    ...(TableStatus !== 'ACTIVE' && { remedy: 'Wait until it is ACTIVE and run the check again.' }),
  };
};

const INDEX_KEYS = { [INDEX]: 'gsi1pk, gsi1sk', [NAMESAKES]: 'gsi2pk, gsi2sk' };

const indexFinding = (table: OpenTable, remedy: string) => async (): Promise<Finding> => {
  const indexes = (await describeTable(table))?.GlobalSecondaryIndexes ?? [];
  const states = Object.entries(INDEX_KEYS).map(([name, keys]) => {
    const index = indexes.find(({ IndexName }) => IndexName === name);
    if (!index || keyText(index.KeySchema) !== keys) return [name, 'missing'] as const;
    return [name, index.IndexStatus ?? 'ACTIVE'] as const;
  });
  const isMissing = states.some(([, state]) => state === 'missing');
  const isReady = states.every(([, state]) => state === 'ACTIVE');
  return {
    found: states.map(([name, state]) => `${name} is ${state}`).join(', '),
    ...(!isReady && { remedy: isMissing ? remedy : 'Wait until it is ACTIVE and run the check again.' }),
  };
};

const streamFinding = (table: OpenTable, remedy: string) => async (): Promise<Finding> => {
  const { StreamEnabled = false, StreamViewType = '' } = (await describeTable(table))?.StreamSpecification ?? {};
  const isRight = StreamEnabled && StreamViewType === 'NEW_AND_OLD_IMAGES';
  return {
    found: StreamEnabled ? `it has ${StreamViewType}` : 'it is disabled, so no event is sent and nothing is counted',
    // A restored table has none.
    ...(!isRight && { remedy }),
  };
};

const timeToLiveFinding = (table: OpenTable, remedy: string) => async (): Promise<Finding> => {
  const { TimeToLiveDescription: ttl } = await table.client.send(
    new DescribeTimeToLiveCommand({ TableName: table.name }),
  );
  const found = `${ttl?.TimeToLiveStatus ?? 'DISABLED'}${ttl?.AttributeName ? ` on ${ttl.AttributeName}` : ''}`;
  return { found, ...(!/^ENABL/.test(found) && { remedy }) };
};

/**
 * Checks that work on any engine.
 *
 * @param remedy - how to make a missing table
 */
export const tableChecks = (table: OpenTable, remedy: string): Check[] => [
  { name: 'table', run: tableFinding(table, remedy) },
  { name: 'indexes', run: indexFinding(table, remedy) },
];

/** Engines on this machine don't expire items, so this is checked on AWS alone. */
export const timeToLiveCheck = (table: OpenTable, remedy: string): Check => ({
  name: 'time to live',
  run: timeToLiveFinding(table, remedy),
});

/** A stream has an ARN of its own, which the mappings of the functions name. */
export const streamCheck = (table: OpenTable, remedy: string): Check => ({
  name: 'stream',
  run: streamFinding(table, remedy),
});

export const backupCheck = (table: OpenTable): Check => ({
  name: 'backups',
  async run() {
    const command = new DescribeContinuousBackupsCommand({ TableName: table.name });
    const { ContinuousBackupsDescription: backups } = await table.client.send(command);
    const recovery = backups?.PointInTimeRecoveryDescription;
    const status = recovery?.PointInTimeRecoveryStatus ?? 'DISABLED';
    const until = recovery?.LatestRestorableDateTime;
    return {
      found: `point-in-time recovery is ${status}${until ? `, restorable up to ${until.toISOString()}` : ''}`,
      ...(status !== 'ENABLED' && {
        remedy: 'The stack enables it; on a restored table it is disabled: aws dynamodb update-continuous-backups.',
      }),
    };
  },
});
