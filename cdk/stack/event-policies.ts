/** Policies for queues and streams, for background functions. */
import { Names, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { OBJECT_PREFIXES } from '../../lib/media/repository/medium.ts';

/** Allows these actions, each on one resource. */
export const allow = (...rights: readonly (readonly [actions: readonly string[], resource: string])[]) =>
  new PolicyDocument({
    statements: rights.map(
      ([actions, resource]) => new PolicyStatement({ actions: [...actions], resources: [resource] }),
    ),
  });

/** Allows to send to these queues and to no other. */
export const sendTo = (...queues: readonly Queue[]) =>
  new PolicyDocument({
    statements: [new PolicyStatement({ actions: ['sqs:SendMessage'], resources: queues.map((each) => each.queueArn) })],
  });

/** The permissions that Lambda needs on a queue for a function that is mapped to it. */
export const receiveFrom = ({ queueArn }: Queue) =>
  allow([['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], queueArn]);

/** The permissions that Lambda needs on a stream for a function that is mapped to it. */
export const readStream = (streamArn: string) =>
  allow(
    [['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], streamArn],
    // It lists the streams and supports no resource; Lambda calls it when it makes the mapping.
    [['dynamodb:ListStreams'], '*'],
  );

/** The name prefix of the rows of bulk updates in the bucket. */
export const BULK_OBJECTS = ['bulk/'];
/** The name prefixes of media in the bucket. */
export const MEDIA_OBJECTS: readonly string[] = Object.values(OBJECT_PREFIXES);

/** The rights to these actions on the objects of a bucket with these name prefixes. */
export const onObjects = (actions: readonly string[], bucket: Bucket, prefixes: readonly string[]) =>
  prefixes.map((prefix) => [actions, bucket.arnForObjects(`${prefix}*`)] as const);

/**
 * Acknowledges the wildcards on the objects of a bucket: a template can't know their names.
 *
 * @param prefixes - of the names of those that it may use
 */
export const acknowledgeObjects = (role: Role, bucket: Bucket, prefixes: readonly string[]): void => {
  // In a nested stack the bucket is a parameter with this name.
  const parameter = `referenceto${Names.nodeUniqueId(bucket.node.defaultChild!.node)}Arn`;
  for (const prefix of prefixes)
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${parameter}>/${prefix}*]`,
      reason: 'It names the objects of one bucket; the actions on it are those that the function needs.',
    });
};
