/** What the logs of a stage say of one request. */
import {
  CloudWatchLogsClient,
  FilterLogEventsCommand,
  type FilterLogEventsCommandOutput,
} from '@aws-sdk/client-cloudwatch-logs';
import type { FailureLine } from '../../../lib/http/failure-line.ts';
import { AdminError } from '../io.ts';
import { useLocalCredentials } from '../local-credentials.ts';
import { localGroups } from '../log-groups.ts';
import { describeStack } from './stack-outputs.ts';

/** A line of the access log (`cdk/stack/access-log.ts`); what has no value is left out. */
export type AccessLine = Readonly<Partial<Record<string, string>>>;

/** What a function or the authorizer wrote. */
export type FunctionLine = Partial<FailureLine> & { readonly route?: string };

export interface RequestLines {
  /** The gateway's line; absent where the stage writes none, or had none for this request. */
  readonly access: AccessLine | undefined;
  readonly operation: FunctionLine | undefined;
  readonly authorizer: FunctionLine | undefined;
}

/** The names of the log groups. */
export interface LogGroups {
  readonly access: string | undefined;
  readonly operations: string;
  readonly authorizer: string;
}

export interface LogPlace {
  readonly client: CloudWatchLogsClient;
  readonly groups: LogGroups;
}

/**
 * @param logs - what stands for CloudWatch Logs on this machine, in place of the stage's
 * @throws AdminError where there is no such stack, or it is older than these logs
 */
export const openLogs = async (stage: string, logs: string | undefined): Promise<LogPlace> => {
  if (logs) {
    useLocalCredentials();
    return { client: new CloudWatchLogsClient({ endpoint: logs }), groups: localGroups };
  }
  const { name, outputs } = await describeStack(stage);
  const [access, operations, authorizer] = ['AccessLogGroup', 'OperationLogGroup', 'AuthorizerLogGroup'].map((key) =>
    outputs.get(key),
  );
  if (!operations || !authorizer)
    throw new AdminError(`The stack ${name} does not name its logs. Deploy it again: npx cdk deploy.`);
  return { client: new CloudWatchLogsClient({}), groups: { access, operations, authorizer } };
};

/** A stack keeps no watch over its log groups: what was deleted by hand no deploy brings back. */
const withGroupNamed =
  (name: string) =>
  (error: Error): never => {
    if (error.name !== 'ResourceNotFoundException') throw error;
    throw new AdminError(
      `The log group ${name} is not there: it was deleted by hand. Make it again, as no deploy does: aws logs create-log-group --log-group-name ${name}`,
    );
  };

const withoutDashes = (line: object): AccessLine =>
  Object.fromEntries(Object.entries(line).filter(([, value]) => value !== '-'));

/**
 * Reads the lines of a request; a request that was answered without a fault has one, in the access log.
 *
 * @param since - epoch milliseconds: older lines are not looked at
 */
export const linesOfRequest = async (
  { client, groups }: LogPlace,
  requestId: string,
  since: number,
): Promise<RequestLines> => {
  const firstOf = async (logGroupName: string | undefined, field: string): Promise<object | undefined> => {
    if (!logGroupName) return undefined;
    let nextToken: string | undefined;
    do {
      const search = new FilterLogEventsCommand({
        logGroupName,
        filterPattern: `{ $.${field} = "${requestId}" }`,
        startTime: since,
        ...(nextToken !== undefined && { nextToken }),
      });
      const page: FilterLogEventsCommandOutput = await client.send(search).catch(withGroupNamed(logGroupName));
      const [event] = page.events ?? [];
      if (event?.message) return JSON.parse(event.message);
      // Pages may be empty while there is more to be searched.
      ({ nextToken } = page);
    } while (nextToken !== undefined);
    return undefined;
  };
  const [access, operation, authorizer] = await Promise.all([
    firstOf(groups.access, 'requestId'),
    firstOf(groups.operations, 'message.requestId'),
    firstOf(groups.authorizer, 'message.requestId'),
  ]);
  const messageOf = (line: object | undefined) => (line as { message?: FunctionLine } | undefined)?.message;
  return {
    access: access && withoutDashes(access),
    operation: messageOf(operation),
    authorizer: messageOf(authorizer),
  };
};
