/** Reads the log lines of one request. */
import {
  CloudWatchLogsClient,
  FilterLogEventsCommand,
  type FilterLogEventsCommandOutput,
} from '@aws-sdk/client-cloudwatch-logs';
import type { FailureLine } from '../../lib/http/failure-line.ts';
import { AdminError } from '../io.ts';
import { useLocalCredentials } from '../local-credentials.ts';
import { localGroups } from '../log-groups.ts';
import { requireBound } from './bound-stage.ts';
import { describeStack } from './stack-outputs.ts';

/** A line of the access log (`cdk/stack/access-log.ts`); fields without a value are left out. */
export type AccessLine = Readonly<Partial<Record<string, string>>>;

/** A line of a function or the authorizer. */
export type FunctionLine = Partial<FailureLine> & { readonly route?: string };

export interface RequestLines {
  /** The gateway's line; absent if the stage has no access log, or no line for this request. */
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
 * Opens the logs of a stage.
 *
 * @param logs - a replacement for CloudWatch Logs on this machine
 * @throws AdminError if there is no such stack, or it is older than these logs
 */
export const openLogs = async (stage: string, logs: string | undefined): Promise<LogPlace> => {
  if (logs) {
    useLocalCredentials();
    return { client: new CloudWatchLogsClient({ endpoint: logs }), groups: localGroups };
  }
  await requireBound(stage);
  const { name, outputs } = await describeStack(stage);
  const [access, operations, authorizer] = ['AccessLogGroup', 'OperationLogGroup', 'AuthorizerLogGroup'].map((key) =>
    outputs.get(key),
  );
  if (!operations || !authorizer)
    throw new AdminError(
      `The stack ${name} has no outputs for its logs. Deploy it again: npx cdk deploy.`,
      'not found',
    );
  return { client: new CloudWatchLogsClient({}), groups: { access, operations, authorizer } };
};

/** Names the log group in the error: a stack does not notice a deleted log group, and no deploy makes it again. */
const withGroupNamed =
  (name: string) =>
  (error: Error): never => {
    if (error.name !== 'ResourceNotFoundException') throw error;
    throw new AdminError(
      `The log group ${name} does not exist: it was deleted by hand. No deploy creates it again, so do it by hand: aws logs create-log-group --log-group-name ${name}`,
      'not found',
    );
  };

const withoutDashes = (line: object): AccessLine =>
  Object.fromEntries(Object.entries(line).filter(([, value]) => value !== '-'));

/** The object of a line; `undefined` for one that is cut off, or that Lambda itself has written as text. */
const objectIn = (message: string): object | undefined => {
  try {
    const line: unknown = JSON.parse(message);
    return typeof line === 'object' && line !== null ? line : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Reads the lines of a request. A request without an error has one line, in the access log.
 *
 * @param since - epoch milliseconds; older lines are not read
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
      const line = page.events?.map(({ message = '' }) => objectIn(message)).find((each) => each !== undefined);
      if (line) return line;
      // A page may be empty although more follow.
      ({ nextToken } = page);
    } while (nextToken !== undefined);
    return undefined;
  };
  const [access, operation, authorizer] = await Promise.all([
    firstOf(groups.access, 'requestId'),
    firstOf(groups.operations, 'message.requestId'),
    firstOf(groups.authorizer, 'message.requestId'),
  ]);
  const messageOf = (line: object | undefined): FunctionLine | undefined => {
    const { message } = (line ?? {}) as { readonly message?: unknown };
    return typeof message === 'object' && message !== null ? message : undefined;
  };
  return {
    access: access && withoutDashes(access),
    operation: messageOf(operation),
    authorizer: messageOf(authorizer),
  };
};
