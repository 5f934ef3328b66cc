/** What functions that no request calls may do to queues, as policies. */
import { Names, Validations } from 'aws-cdk-lib';
import { PolicyDocument, PolicyStatement, type Role } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Queue } from 'aws-cdk-lib/aws-sqs';

/** These actions on a resource each. */
export const allow = (...rights: readonly (readonly [actions: readonly string[], resource: string])[]) =>
  new PolicyDocument({
    statements: rights.map(
      ([actions, resource]) => new PolicyStatement({ actions: [...actions], resources: [resource] }),
    ),
  });

/** To send to these queues and to no other. */
export const sendTo = (...queues: readonly Queue[]) =>
  new PolicyDocument({
    statements: [new PolicyStatement({ actions: ['sqs:SendMessage'], resources: queues.map((each) => each.queueArn) })],
  });

/** What Lambda does to a queue in the name of a function that is mapped to it. */
export const receiveFrom = ({ queueArn }: Queue) =>
  allow([['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], queueArn]);

/** What Lambda does to a stream in the name of a function that is mapped to it. */
export const readStream = (streamArn: string) =>
  allow(
    [['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'], streamArn],
    // It tells which streams there are, and knows no resource; Lambda asks for it when it makes the mapping.
    [['dynamodb:ListStreams'], '*'],
  );

/** Objects of a bucket have no names that a template could know: whoever touches them touches all there may be. */
export const acknowledgeObjects = (role: Role, bucket: Bucket): void => {
  // In a nested stack the bucket is a parameter, by this name.
  const parameter = `referenceto${Names.nodeUniqueId(bucket.node.defaultChild!.node)}Arn`;
  Validations.of(role).acknowledge({
    id: `AwsSolutions-IAM5[Resource::<${parameter}>/*]`,
    reason: 'It names the objects of one bucket; the actions on it are those that the function needs.',
  });
};
