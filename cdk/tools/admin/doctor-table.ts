/** Checks of a table: here, and at AWS where it also has to come back. */
import {
  DescribeContinuousBackupsCommand,
  DescribeTimeToLiveCommand,
  type TableDescription,
} from '@aws-sdk/client-dynamodb';
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
      remedy: 'This is another table: name the right one.',
    };
  return {
    found: `${table.name} is ${TableStatus}`,
    ...(TableStatus !== 'ACTIVE' && { remedy: 'Wait until it is ACTIVE and look again.' }),
  };
};

const indexFinding = (table: OpenTable, remedy: string) => async (): Promise<Finding> => {
  const indexes = (await describeTable(table))?.GlobalSecondaryIndexes ?? [];
  const index = indexes.find(({ IndexName }) => IndexName === 'gsi1');
  if (!index || keyText(index.KeySchema) !== 'gsi1pk, gsi1sk') return { found: 'gsi1 is missing', remedy };
  const { IndexStatus = 'ACTIVE' } = index;
  return {
    found: `gsi1 is ${IndexStatus}`,
    ...(IndexStatus !== 'ACTIVE' && { remedy: 'Wait until it is ACTIVE and look again.' }),
  };
};

const timeToLiveFinding = (table: OpenTable, remedy: string) => async (): Promise<Finding> => {
  const { TimeToLiveDescription: ttl } = await table.client.send(
    new DescribeTimeToLiveCommand({ TableName: table.name }),
  );
  const found = `${ttl?.TimeToLiveStatus ?? 'DISABLED'}${ttl?.AttributeName ? ` on ${ttl.AttributeName}` : ''}`;
  return { found, ...(!/^ENABL/.test(found) && { remedy }) };
};

/** @param remedy - what makes a table that is not there */
export const tableChecks = (table: OpenTable, remedy: string): Check[] => [
  { name: 'table', run: tableFinding(table, remedy) },
  { name: 'index', run: indexFinding(table, remedy) },
];

/** On this machine nothing is removed by its time, so that this is looked at on AWS alone. */
export const timeToLiveCheck = (table: OpenTable, remedy: string): Check => ({
  name: 'time to live',
  run: timeToLiveFinding(table, remedy),
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
        remedy: 'The stack turns it on; a table that was restored has it off: aws dynamodb update-continuous-backups.',
      }),
    };
  },
});
