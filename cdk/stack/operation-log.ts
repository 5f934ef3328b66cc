/** The log of all operations' functions, and the key for the hashes of the IP addresses in it. */
import { Validations } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { IP_HASH_KEY } from '../../lib/http/ip-hash.ts';
import { removalOf } from './removal.ts';

interface OperationLogProps {
  readonly retain: boolean;
  readonly retention: RetentionDays;
}

/**
 * One log group for the functions of all operations: a query of CloudWatch Logs takes fifty groups at most, and a
 * search for a request does not know which function answered it. Each line names its operation.
 */
export class OperationLog extends Construct {
  readonly logGroup: LogGroup;
  /** Environment variables for every function that logs hashed addresses. */
  readonly environment: Readonly<Record<string, string>>;

  constructor(scope: Construct, id: string, { retain, retention }: OperationLogProps) {
    super(scope, id);
    this.logGroup = new LogGroup(this, 'Logs', { retention, removalPolicy: removalOf(retain) });
    const key = new Secret(this, 'IpHashKey', {
      description: 'Key of the digests that stand for addresses of clients in logs',
      generateSecretString: { excludePunctuation: true },
    });
    Validations.of(key).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'It opens nothing. With a new key, addresses could not be compared with those of older lines.',
    });
    // CloudFormation resolves the value when it deploys: the template has only the name of the secret.
    this.environment = { [IP_HASH_KEY]: key.secretValue.unsafeUnwrap() };
  }
}
