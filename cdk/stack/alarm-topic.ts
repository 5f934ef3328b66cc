/** The topics to which alarms are published; people or a pager subscribe to them. */
import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

interface AlarmTopicProps {
  readonly emails: readonly string[];
  /** The key of another topic of alarms; by default the topic gets its own. */
  readonly key?: Key;
}

const cloudWatch = () => new ServicePrincipal('cloudwatch.amazonaws.com');

/** The policy of SNS's own key cannot admit CloudWatch: with it every alarm would be dropped silently. */
const keyOfTopics = (scope: Construct, id: string): Key => {
  const key = new Key(scope, id, {
    description: `Alarms of ${Stack.of(scope).stackName}`,
    enableKeyRotation: true,
    // It encrypts only messages in transit.
    pendingWindow: Duration.days(7),
    removalPolicy: RemovalPolicy.DESTROY,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [cloudWatch()],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      // In a key policy this means the key itself.
      resources: ['*'],
    }),
  );
  return key;
};

/** An encrypted topic that accepts TLS connections only. */
export class AlarmTopic extends Topic {
  readonly key: Key;

  constructor(scope: Construct, id: string, { emails, key: shared }: AlarmTopicProps) {
    const key = shared ?? keyOfTopics(scope, `${id}Key`);
    super(scope, id, { masterKey: key, enforceSSL: true });
    this.key = key;
    // `enforceSSL` gives the topic a policy, which replaces the default policy that lets the account publish.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch()],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        // Without it an alarm of any other account could publish to this topic.
        conditions: {
          ArnLike: {
            'aws:SourceArn': Stack.of(this).formatArn({
              service: 'cloudwatch',
              resource: 'alarm',
              resourceName: '*',
              arnFormat: ArnFormat.COLON_RESOURCE_NAME,
            }),
          },
        },
      }),
    );
    for (const email of emails) this.addSubscription(new EmailSubscription(email));
  }
}
