/** The single table. lib/dynamodb/keys.ts says what its keys mean. */
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { INDEX, INDEX_ATTRIBUTES, NAMESAKES, NAMESAKES_ATTRIBUTES } from '../../lib/dynamodb/keys.ts';
import type { Settings } from './context.ts';
import { removalOf } from './removal.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

interface ServiceTableProps {
  /** Whether the data outlives its stack. */
  readonly retain: boolean;
  /** Whether it refuses to be deleted: a first deploy that fails could not be rolled back with it (docs/recovery.md). */
  readonly isProtected: boolean;
  readonly limits: Settings['table'];
}

/** The table and its index, billed by request up to a ceiling, with point-in-time recovery. */
export class ServiceTable extends TableV2 {
  constructor(scope: Construct, id: string, { retain, isProtected, limits }: ServiceTableProps) {
    // A ceiling on the bill: above it requests are throttled, and an alarm says so. The indexes take none from the table.
    const ceiling = { maxReadRequestUnits: limits.maxReadUnits, maxWriteRequestUnits: limits.maxWriteUnits };
    super(scope, id, {
      partitionKey: text('pk'),
      sortKey: text('sk'),
      globalSecondaryIndexes: [
        {
          indexName: INDEX,
          partitionKey: text('gsi1pk'),
          sortKey: text('gsi1sk'),
          projectionType: ProjectionType.INCLUDE,
          nonKeyAttributes: [...INDEX_ATTRIBUTES],
          ...ceiling,
        },
        {
          indexName: NAMESAKES,
          partitionKey: text('gsi2pk'),
          sortKey: text('gsi2sk'),
          projectionType: ProjectionType.INCLUDE,
          nonKeyAttributes: [...NAMESAKES_ATTRIBUTES],
          ...ceiling,
        },
      ],
      timeToLiveAttribute: 'expiresAtSeconds',
      // What was committed, before and after: what happens after a write hangs on it (event-functions.ts).
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      billing: Billing.onDemand(ceiling),
      // A key of DynamoDB's own costs nothing and no permission. With a key in KMS each function would need to use it.
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: limits.recoveryDays,
      },
      deletionProtection: isProtected,
      removalPolicy: removalOf(retain),
    });
  }
}
