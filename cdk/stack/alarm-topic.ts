/** Where alarms are published: a topic that people, or a pager, subscribe. */
import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

interface AlarmTopicProps {
  readonly emails: readonly string[];
}

/** The topic, encrypted, and spoken to over TLS only. */
export class AlarmTopic extends Topic {
  constructor(scope: Construct, id: string, { emails }: AlarmTopicProps) {
    // SNS's own key cannot be opened to CloudWatch: with it every alarm would be dropped without a word.
    const key = new Key(scope, `${id}Key`, {
      description: `Alarms of ${Stack.of(scope).stackName}`,
      enableKeyRotation: true,
      // Nothing is stored under it but messages on their way.
      pendingWindow: Duration.days(7),
      removalPolicy: RemovalPolicy.DESTROY,
    });
    super(scope, id, { masterKey: key, enforceSSL: true });

    const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com');
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        // In a key's policy this means the key itself.
        resources: ['*'],
      }),
    );
    // `enforceSSL` gives the topic a policy, which takes the place of the default one that let the account publish.
    this.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ['sns:Publish'],
        resources: [this.topicArn],
        // Else any other account's alarm could be made to speak here.
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
