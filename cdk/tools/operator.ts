/** Who runs a command, as what it writes says it (docs/audit.md): whose credentials they are, or which user of this machine. */
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { writerText } from '../../lib/dynamodb/writer.ts';

/** The command of this process; `npm start` is none of the operator's commands, and names itself. */
const running = { command: 'npm start' };

/** Says which command runs, before it opens a table. */
export const noteCommand = (command: string): void => {
  running.command = command;
};

const localUser = (): string => {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user whom nobody has named.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
};

/**
 * The ARN of the credentials, which STS tells whoever has some. Where it cannot be reached, the id of the access key, by which
 * CloudTrail finds it: a key must be revoked all the same.
 */
const awsIdentity = async (): Promise<string> => {
  const client = new STSClient({ maxAttempts: 2 });
  try {
    const { Arn } = await client.send(new GetCallerIdentityCommand({}));
    if (Arn) return Arn;
  } catch {
    // What is wrong with the credentials the table will say.
  } finally {
    client.destroy();
  }
  const { accessKeyId } = await client.config.credentials();
  return `access key ${accessKeyId}`;
};

/** The writer of one run of a command; asked for by its first write, so that what only reads asks nobody. */
export const operatorWriter = ({ isLocal }: { readonly isLocal: boolean }): (() => Promise<string>) => {
  const run = randomUUID().slice(0, 8);
  let writer: Promise<string> | undefined;
  const find = async () => {
    const { command } = running;
    return writerText({ kind: 'operator', identity: isLocal ? localUser() : await awsIdentity(), command, run });
  };
  return () => (writer ??= find());
};
