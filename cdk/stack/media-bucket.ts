/** The bucket of media. It is not public; functions sign URLs for its objects. */
import { Duration, Validations } from 'aws-cdk-lib';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { removalOf } from './removal.ts';

interface MediaBucketProps {
  /** Whether its contents outlive its stack. */
  readonly retain: boolean;
}

/** Private, encrypted, versioned. Noncurrent versions expire after a day, social uploads after 30, rows of bulk updates after 31. */
export class MediaBucket extends Bucket {
  constructor(scope: Construct, id: string, { retain }: MediaBucketProps) {
    super(scope, id, {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      lifecycleRules: [
        {
          id: 'Versions',
          noncurrentVersionExpiration: Duration.days(1),
          expiredObjectDeleteMarker: true,
          abortIncompleteMultipartUploadAfter: Duration.days(1),
        },
        { id: 'SocialUploads', prefix: 'social/', expiration: Duration.days(30) },
        { id: 'BulkUpdates', prefix: 'bulk/', expiration: Duration.days(31) },
      ],
      removalPolicy: removalOf(retain),
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Its log would hold the signed URLs of partners; CloudTrail has data events for whoever wants a trail.',
    });
  }
}
