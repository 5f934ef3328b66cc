/**
 * Who runs a command, as its writes record it (docs/audit.md): the identity of the credentials, or the user of this
 * machine.
 */
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { operatorText } from '../lib/dynamodb/writes/writer.ts';

/** The command of this process; `npm start` is no operator command, and is the default. */
const running = { command: 'npm start' };

/** Sets the name of the running command, before it opens a table. */
export const noteCommand = (command: string): void => {
  running.command = command;
};

const localUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user without a name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
};

/**
 * The ARN of the credentials, as STS reports it. If STS is unavailable, the id of the access key, by which CloudTrail
 * finds it: revoking a key must work even then.
 */
const awsIdentity = async (): Promise<string> => {
  const client = new STSClient({ maxAttempts: 2 });
  try {
    const { Arn } = await client.send(new GetCallerIdentityCommand({}));
    if (Arn) return Arn;
  } catch {
    // If the credentials are invalid, the table's error will say so.
  } finally {
    client.destroy();
  }
  const { accessKeyId } = await client.config.credentials();
  return `access key ${accessKeyId}`;
};

/**
 * Names the writer of each write of one run of a command. The first write asks for it, so that commands that only read make no
 * call.
 */
export const operatorWriter = ({ isLocal }: { readonly isLocal: boolean }): (() => Promise<string>) => {
  const run = randomUUID().slice(0, 8);
  let identity: Promise<string> | undefined;
  const find = async () => (isLocal ? localUser() : awsIdentity());
  return async () => {
    identity ??= find();
    return operatorText(await identity, running.command, run);
  };
};
