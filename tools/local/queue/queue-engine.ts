/** The queues of the template on this machine: in this process, or in the engine that `SQS_ENDPOINT` names. */
import { CreateQueueCommand, GetQueueAttributesCommand, GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { localEnvironment } from '../../local-credentials.ts';
import type { QueueModel } from '../model.ts';
import { startQueueServer } from './server.ts';

/** A queue that exists. */
export interface OpenQueue {
  readonly url: string;
  readonly arn: string;
  readonly name: string;
}

export interface QueueEngine {
  readonly endpoint: string;
  readonly client: SQSClient;
  /** The queues by their logical ids. */
  readonly queues: ReadonlyMap<string, OpenQueue>;
  /** The values of the template's references to the queues. */
  readonly references: Readonly<Record<string, string>>;
  /** Stops the engine if it runs in this process. */
  stop(): Promise<void>;
}

interface QueueEngineOptions {
  readonly queues: readonly QueueModel[];
  /** Prefix of the queues' names: several services, such as test files, may share an engine. */
  readonly prefix: string;
}

const MOST_NAME = 80;

/** Sorts dead-letter queues before the queues that refer to them. */
const inOrder = (queues: readonly QueueModel[]): QueueModel[] =>
  queues.toSorted((one, other) => Number(one.redrive !== undefined) - Number(other.redrive !== undefined));

const endpointAt = async (): Promise<{ endpoint: string; close: () => Promise<void> }> => {
  const { SQS_ENDPOINT } = process.env;
  if (!SQS_ENDPOINT) return startQueueServer();
  await fetch(SQS_ENDPOINT).catch(() => {
    throw new Error(`No queue engine answers at SQS_ENDPOINT (${SQS_ENDPOINT}).`);
  });
  return { endpoint: SQS_ENDPOINT, close: async () => {} };
};

/** Creates a queue unless it exists. The engine's URLs may have another host than the one that reaches it. */
const open = async (client: SQSClient, endpoint: string, name: string, Attributes: Record<string, string>) => {
  const made = client.send(new CreateQueueCommand({ QueueName: name, Attributes }));
  // The engine rejects a queue that exists with other attributes; it is then used as it is.
  const found = made.catch(() => client.send(new GetQueueUrlCommand({ QueueName: name })));
  const { QueueUrl = '' } = await found;
  const url = new URL(new URL(QueueUrl).pathname, endpoint).href;
  const AttributeNames = ['QueueArn'] as const;
  const answer = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: [...AttributeNames] }),
  );
  return { url, name, arn: answer.Attributes?.QueueArn ?? '' };
};

/**
 * Opens the queues of a template, and creates those that do not exist.
 *
 * @throws Error with one sentence where nothing answers at `SQS_ENDPOINT`
 */
export const startQueueEngine = async ({ queues, prefix }: QueueEngineOptions): Promise<QueueEngine> => {
  const { endpoint, close } = await endpointAt();
  const {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  } = localEnvironment;
  const client = new SQSClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey }, maxAttempts: 1 });
  const opened = new Map<string, OpenQueue>();
  try {
    for (const { logicalId, attributes, redrive } of inOrder(queues)) {
      const target = redrive && opened.get(redrive.deadLetterId);
      const policy = target && { deadLetterTargetArn: target.arn, maxReceiveCount: redrive.mostReceipts };
      const all = { ...attributes, ...(policy && { RedrivePolicy: JSON.stringify(policy) }) };
      const name = `${prefix}-${logicalId}`.slice(-MOST_NAME);
      opened.set(logicalId, await open(client, endpoint, name, all));
    }
  } catch (error) {
    client.destroy();
    await close();
    throw error;
  }
  return {
    endpoint,
    client,
    queues: opened,
    references: Object.fromEntries(
      [...opened].flatMap(([id, { url, arn, name }]) => [
        [id, url],
        [`${id}.Arn`, arn],
        [`${id}.QueueName`, name],
      ]),
    ),
    stop: async () => {
      client.destroy();
      await close();
    },
  };
};
