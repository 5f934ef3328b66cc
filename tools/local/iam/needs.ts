/** The rights that calls of the other services need: queues, buckets, API Gateway's control plane. */
import { bucketArn, gatewayArn, objectArn, queueArn } from './arns.ts';
import type { Context, Need } from './need.ts';

/** Calls here go over plain HTTP; on AWS they go over TLS, which policies may demand. */
const context: Context = { 'aws:SecureTransport': ['true'] };

/** A batch needs the right of its single call. */
const OF_BATCHES: Readonly<Record<string, string>> = {
  SendMessageBatch: 'SendMessage',
  DeleteMessageBatch: 'DeleteMessage',
  ChangeMessageVisibilityBatch: 'ChangeMessageVisibility',
};

export const sqsNeeds = (operation: string, queueId: string): Need[] => [
  { action: `sqs:${OF_BATCHES[operation] ?? operation}`, resource: queueArn(queueId), context },
];

export interface BucketRequest {
  readonly method: string;
  readonly bucketId: string;
  /** Empty where the request is about the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  /** The header `x-amz-copy-source`, with the logical id of its bucket: `Media/key`. */
  readonly copySource?: string | undefined;
  /** The keys that a `DeleteObjects` names. */
  readonly deleted?: readonly { readonly key: string; readonly versionId?: string | undefined }[];
}

/** @returns `undefined` for an unsupported request, which is then denied */
export const s3Needs = ({ method, bucketId, key, query, copySource, deleted }: BucketRequest): Need[] | undefined => {
  const onObject = (name: string, of = key): Need => ({
    action: `s3:${name}`,
    resource: objectArn(bucketId, of),
    context,
  });
  const onBucket = (name: string): Need[] => [{ action: `s3:${name}`, resource: bucketArn(bucketId), context }];
  const versioned = (name: string, versionId: unknown) => (versionId ? `${name}Version` : name);
  if (key === '') {
    if (method === 'POST' && deleted)
      return deleted.map((each) => onObject(versioned('DeleteObject', each.versionId), each.key));
    if (method === 'HEAD') return onBucket('ListBucket');
    if (method === 'GET') return onBucket(query.has('versions') ? 'ListBucketVersions' : 'ListBucket');
    return undefined;
  }
  const versionId = query.get('versionId');
  if (method === 'GET' || method === 'HEAD') return [onObject(versioned('GetObject', versionId))];
  if (method === 'DELETE') return [onObject(versioned('DeleteObject', versionId))];
  if (method !== 'PUT') return undefined;
  const source = copySource && { action: 's3:GetObject', resource: `arn:aws:s3:::${copySource}`, context };
  return [...(source ? [source] : []), onObject('PutObject')];
};

/** The control plane has one action for each method. */
export const gatewayNeeds = (method: string, path: string): Need[] => [
  { action: `apigateway:${method}`, resource: gatewayArn(path), context },
];
