/** The single table. `lib/store` says what its rows and keys mean. */
import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, ProjectionType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';

/** The one index; an operation that may Query may query it too. */
export const indexName = 'gsi1';

const text = (name: string) => ({ name, type: AttributeType.STRING });

interface ServiceTableProps {
  /** Production data outlives its stack and cannot be deleted by accident; other stages leave nothing behind. */
  readonly production: boolean;
}

/** The table and its index, billed by request, with point-in-time recovery. */
export class ServiceTable extends TableV2 {
  constructor(scope: Construct, id: string, { production }: ServiceTableProps) {
    super(scope, id, {
      partitionKey: text('pk'),
      sortKey: text('sk'),
      globalSecondaryIndexes: [
        {
          indexName,
          partitionKey: text('gsi1pk'),
          sortKey: text('gsi1sk'),
          projectionType: ProjectionType.ALL,
        },
      ],
      timeToLiveAttribute: 'expiresAtSeconds',
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: production,
      removalPolicy: production ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }
}
