/** The single table. lib/dynamodb/table/keys.ts explains its keys. */
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { INDEX, INDEX_ATTRIBUTES, NAMESAKES, NAMESAKES_ATTRIBUTES } from '../../lib/dynamodb/table/keys.ts';
import type { Settings } from './context.ts';
import { removalOf } from './removal.ts';

const text = (name: string) => ({ name, type: AttributeType.STRING });

interface ServiceTableProps {
  /** Whether the data outlives its stack. */
  readonly retain: boolean;
  /**
   * Whether it is protected against deletion: a first deploy that fails could then not be rolled back
   * (docs/recovery.md).
   */
  readonly isProtected: boolean;
  readonly limits: Settings['table'];
}

/** The table and its index, billed by request up to a ceiling, with point-in-time recovery. */
export class ServiceTable extends TableV2 {
  constructor(scope: Construct, id: string, { retain, isProtected, limits }: ServiceTableProps) {
    // Limits the bill: above it requests are throttled and an alarm is raised. An index uses no units of the table.
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
      // Both the old and the new image, for the processing after a write (event-functions.ts).
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      billing: Billing.onDemand(ceiling),
      // DynamoDB's own key is free and needs no permission. With a KMS key each function would need permission to use
      // it.
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
