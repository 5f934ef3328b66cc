/** Media in the stack: the bucket and what may touch it, the queue, its function, and what ends uploads by the clock. */
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../lib/operations.ts';
import { allowedTo } from './rights.ts';
import {
  defaultStage,
  FEW,
  joined,
  ofType,
  only,
  resourceNamed,
  type Synthesized,
  synthesizeStage,
} from './synthesized.ts';

let prod: Synthesized;
let dev: Synthesized;
beforeAll(async () => {
  [prod, dev] = await Promise.all([defaultStage(), synthesizeStage({ stage: 'dev' }, FEW)]);
});

const functionNamed = (prefix: string) => resourceNamed(prod, 'AWS::Lambda::Function', prefix);
const queueNamed = (prefix: string) => resourceNamed(prod, 'AWS::SQS::Queue', prefix);

describe('The bucket', () => {
  it('is private, encrypted, versioned, and outlives its stack', () => {
    const [id, bucket] = only(prod, 'AWS::S3::Bucket');
    expect(bucket).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      OwnershipControls: { Rules: [{ ObjectOwnership: 'BucketOwnerEnforced' }] },
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [{ ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } }],
      },
      VersioningConfiguration: { Status: 'Enabled' },
    });
    const { DeletionPolicy, UpdateReplacePolicy } = prod.template.Resources[id] as unknown as Record<string, string>;
    expect([DeletionPolicy, UpdateReplacePolicy]).toEqual(['RetainExceptOnCreate', 'Retain']);
    const [devId] = only(dev, 'AWS::S3::Bucket');
    expect((dev.template.Resources[devId] as unknown as Record<string, string>).DeletionPolicy).toBe('Delete');
  });

  it('forgets old versions after a day and social uploads after 30', () => {
    expect(only(prod, 'AWS::S3::Bucket')[1].LifecycleConfiguration.Rules).toEqual([
      {
        Id: 'Versions',
        Status: 'Enabled',
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
        ExpiredObjectDeleteMarker: true,
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      },
      { Id: 'SocialUploads', Status: 'Enabled', Prefix: 'social/', ExpirationInDays: 30 },
      { Id: 'BulkUpdates', Status: 'Enabled', Prefix: 'bulk/', ExpirationInDays: 31 },
    ]);
  });

  it('takes calls over TLS 1.2 alone, and lets no one in by its policy', () => {
    const { Statement } = only(prod, 'AWS::S3::BucketPolicy')[1].PolicyDocument;
    expect(Statement.map(({ Effect }: { Effect: string }) => Effect)).toEqual(['Deny', 'Deny']);
    expect(JSON.stringify(Statement)).toContain('"aws:SecureTransport":"false"');
    expect(JSON.stringify(Statement)).toContain('"s3:TlsVersion":1.2');
  });

  it('is touched by what has to, and each has no more rights on it than it needs', () => {
    const arn = `<${only(prod, 'AWS::S3::Bucket')[0]}.Arn>`;
    // No function of media or jobs reads the rows of bulk updates.
    const media = `${arn}/business/*,${arn}/social/*`;
    const rights = ofType(prod, 'AWS::Lambda::Function').flatMap(([id]) => {
      const own = [...allowedTo(prod, id)].filter(([action]) => action.startsWith('s3:'));
      return own.map(([action, resources]) => [id.replace(/Function\w+$/, ''), action, resources.map(joined).join()]);
    });
    const readers = operations
      .filter(({ bucket }) => bucket === 'reads')
      .map(({ id }) => `${id[0]!.toUpperCase()}${id.slice(1)}`);
    expect(readers.sort()).toEqual(['ListMedia', 'TrackUpload']);
    expect(rights.toSorted()).toEqual(
      [
        ...readers.map((reader) => [reader, 's3:GetObject', media]),
        ['StartBulkUpdate', 's3:PutObject', `${arn}/bulk/*`],
        ['RunBulk', 's3:GetObject', `${arn}/bulk/*`],
        ['RunJobs', 's3:GetObject', media],
        ['FetchMedia', 's3:PutObject', media],
        ['FetchMedia', 's3:DeleteObjectVersion', media],
        ['FetchMedia', 's3:ListBucketVersions', arn],
      ].toSorted(),
    );
  });
});

describe('The queue of media', () => {
  it('shows a message again once its worker must be gone, while the upload has time, and gives it up then', () => {
    const [, queue] = queueNamed('MediaQueue');
    const [, { Timeout }] = functionNamed('FetchMedia');
    expect(queue.VisibilityTimeout).toBeGreaterThan(Timeout);
    expect(queue.VisibilityTimeout * 3).toBeLessThan(14 * 60);
    expect(queue.RedrivePolicy.maxReceiveCount).toBe(4);
    expect(joined(queue.RedrivePolicy.deadLetterTargetArn)).toBe(`<${queueNamed('MediaDead')[0]}.Arn>`);
  });

  it('calls its function with one file at a time, and is in the environment of its senders', () => {
    const [, mapping] = resourceNamed(prod, 'AWS::Lambda::EventSourceMapping', 'ToFetch');
    expect(mapping).toMatchObject({
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 20 },
    });
    const url = { Ref: queueNamed('MediaQueue')[0] };
    for (const name of ['RouteEvents', 'FetchMedia'])
      expect(functionNamed(name)[1].Environment.Variables.MEDIA_QUEUE_URL).toEqual(url);
    const allowed = allowedTo(prod, functionNamed('FetchMedia')[0]);
    const actions = [...allowed.keys()].filter((each) => /^(?:dynamodb|sqs):/.test(each));
    expect(actions.sort()).toEqual([
      'dynamodb:GetItem',
      'dynamodb:UpdateItem',
      ...['sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ReceiveMessage', 'sqs:SendMessage'],
    ]);
  });
});

it('the clock ends what is late each minute', () => {
  const [functionId] = functionNamed('FailLateMedia');
  const [, rule] = ofType(prod, 'AWS::Events::Rule').find(([, each]) => JSON.stringify(each).includes(functionId))!;
  expect(rule).toMatchObject({ ScheduleExpression: 'rate(1 minute)', State: 'ENABLED' });
  const allowed = [...allowedTo(prod, functionId).keys()].filter((each) => each.startsWith('dynamodb:'));
  expect(allowed.sort()).toEqual(['DeleteItem', 'GetItem', 'Query', 'UpdateItem'].map((each) => `dynamodb:${each}`));
});
