/** What no request calls: what each function receives and has in its environment, and what happens to failed records. */
import { beforeAll, describe, expect, it } from 'vitest';
import { audited, events } from '../../cdk/stack/stream-filters.ts';
import { entities } from '../../lib/entities.ts';
import { REVIEW } from '../../lib/reviews/repository/review.ts';
import { RESPONSE } from '../../lib/surveys/repository/response.ts';
import { matches } from '../../tools/local/event-pattern.ts';
import {
  defaultStage,
  FEW,
  type Json,
  joined,
  ofType,
  only,
  resourceNamed,
  type Synthesized,
  synthesizeStage,
} from './synthesized.ts';

let prod: Synthesized;
beforeAll(async () => {
  prod = await defaultStage();
});

const functionNamed = (prefix: string) => resourceNamed(prod, 'AWS::Lambda::Function', prefix);
const queueNamed = (prefix: string) => resourceNamed(prod, 'AWS::SQS::Queue', prefix);
const arnOf = (prefix: string) => `<${queueNamed(prefix)[0]}.Arn>`;
const mappingNamed = (prefix: string) => resourceNamed(prod, 'AWS::Lambda::EventSourceMapping', prefix)[1];
const patternsOf = (mapping: Json) =>
  mapping.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) => JSON.parse(Pattern));

const HOUR = 3600;
const TWO_WEEKS = 14 * 24 * HOUR;

describe('The functions on the stream', () => {
  it.each([
    // Until the age alone: nothing but the store fails there. The stream itself forgets after 24 hours.
    ['ToProcessStream', 'ProcessStream', { BatchSize: 10, ParallelizationFactor: 10 }, 23, 'GivenUp'],
    ['Changes', 'RouteEvents', { BatchSize: 50, ParallelizationFactor: 10 }, 12, 'QueuesRoutingGivenUp'],
  ])(
    '%s: it reads from the first record on, says which failed, and gives up late',
    (id, target, tries, hours, queue) => {
      const mapping = mappingNamed(id);
      expect(mapping).toMatchObject({
        ...tries,
        StartingPosition: 'TRIM_HORIZON',
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        BisectBatchOnFunctionError: true,
        MaximumRecordAgeInSeconds: hours * HOUR,
      });
      expect('MaximumRetryAttempts' in mapping).toBe('MaximumRetryAttempts' in tries);
      expect(mapping.FunctionName.Ref).toBe(functionNamed(target)[0]);
      expect(joined(mapping.EventSourceArn)).toMatch(/^<Table\w+\.StreamArn>$/);
      expect(joined(mapping.DestinationConfig.OnFailure.Destination)).toBe(arnOf(queue));
    },
  );

  it('are two, as many as a stream serves well', () => {
    expect(only(prod, 'AWS::DynamoDB::GlobalTable')[1].StreamSpecification).toEqual({
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    });
    const onStream = ofType(prod, 'AWS::Lambda::EventSourceMapping').filter(
      ([, { StartingPosition }]) => StartingPosition,
    );
    expect(onStream).toHaveLength(2);
  });

  it('are shown what they work on', () => {
    const counted = ['listingInsight', 'competitorReview', 'postLocation', REVIEW, RESPONSE];
    expect(patternsOf(mappingNamed('ToProcessStream'))).toEqual([
      {
        eventName: ['INSERT', 'MODIFY'],
        dynamodb: {
          NewImage: { type: { S: ['tombstone', 'contactTombstone', 'competitorTombstone', 'fieldTombstone'] } },
        },
      },
      // Whatever becomes of what is counted.
      {
        eventName: ['INSERT', 'MODIFY'],
        dynamodb: { NewImage: { type: { S: counted } } },
      },
      {
        eventName: ['REMOVE'],
        dynamodb: { OldImage: { type: { S: counted } } },
      },
      ...audited,
    ]);
    // Lambda takes five of a mapping, of 4,096 characters each.
    expect(patternsOf(mappingNamed('ToProcessStream')).length).toBeLessThanOrEqual(5);
    for (const pattern of audited) expect(JSON.stringify(pattern).length).toBeLessThanOrEqual(4096);
    expect(patternsOf(mappingNamed('Changes'))).toEqual(events);
  });
});

describe('What the audit is made of', () => {
  const isShown = (record: object) => audited.some((pattern) => matches(pattern, record));
  const made = (type: string) => ({ eventName: 'INSERT', dynamodb: { NewImage: { type: { S: type } } } });
  const changed = (type: string) => ({ ...made(type), eventName: 'MODIFY' });
  const removed = (type: string) => ({ eventName: 'REMOVE', dynamodb: { OldImage: { type: { S: type } } } });

  it.each(entities.map(({ type, audit }) => [type, audit] as const))('%s, as its entity says', (type, audit) => {
    const isKept = !(typeof audit === 'object' && 'not' in audit);
    expect([made(type), changed(type), removed(type)].map(isShown)).toEqual([isKept, isKept, isKept]);
    const expired = { ...removed(type), userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } };
    expect(isShown(expired)).toBe(false);
  });
});

describe('What makes events', () => {
  /** Of every kind of item: whether its being made, changed and removed is shown. A new kind must be decided on. */
  const shown: Readonly<Record<string, readonly [made: boolean, changed: boolean, removed: boolean]>> = {
    account: [true, true, false],
    business: [true, true, false],
    listing: [true, true, false],
    contact: [true, true, true],
    aggregationLink: [true, true, false],
    aggregationLinkTombstone: [true, true, false],
    competitor: [true, true, false],
    competitorBrand: [true, true, false],
    competitorTombstone: [true, true, false],
    reviewSource: [true, true, false],
    reviewSourceTombstone: [true, true, false],
    user: [true, true, false],
    userTombstone: [true, true, false],
    person: [true, true, false],
    review: [true, true, true],
    qna: [true, true, true],
    service: [true, true, true],
    serviceMapping: [true, true, false],
    product: [true, true, true],
    integration: [true, true, false],
    request: [true, true, false],
    ticket: [true, true, false],
    conversation: [true, true, false],
    message: [true, true, false],
    tombstone: [true, true, false],
    replayOrder: [true, false, false],
    surveyResponse: [true, true, false],
    // What came is fetched, what was fetched sends an event, what went is removed from the bucket.
    media: [true, true, true],
    socialMedia: [true, true, true],
    // A started one is executed, an ended one sends an event.
    bulkJob: [true, true, false],
    // Of changes only those that have a job sent: see below.
    job: [true, false, false],
    post: [true, false, false],
    postLocation: [true, true, false],
    postCommand: [true, false, false],
    channel: [true, true, false],
  };
  const isShown = (record: object) => events.some((pattern) => matches(pattern, record));
  const made = (type: string) => ({ eventName: 'INSERT', dynamodb: { NewImage: { type: { S: type } } } });
  const changed = (type: string) => ({ ...made(type), eventName: 'MODIFY' });
  const removed = (type: string, more: object = {}) => ({
    eventName: 'REMOVE',
    dynamodb: { OldImage: { type: { S: type } } },
    ...more,
  });

  it.each(entities.map(({ type }) => type))('%s', (type) => {
    expect([made(type), changed(type), removed(type)].map(isShown)).toEqual(shown[type] ?? [false, false, false]);
  });

  it('knows all kinds that it is shown', () => {
    const types = entities.map(({ type }) => type);
    expect(Object.keys(shown).filter((type) => !types.includes(type))).toEqual([]);
  });

  it('is shown nothing that time to live has removed', () => {
    const userIdentity = { type: 'Service', principalId: 'dynamodb.amazonaws.com' };
    expect([isShown(removed('contact')), isShown(removed('contact', { userIdentity }))]).toEqual([true, false]);
  });
});

describe('The queues', () => {
  it('are encrypted, keep messages for two weeks, and take them over TLS alone', () => {
    const queues = ofType(prod, 'AWS::SQS::Queue');
    expect(queues).toHaveLength(11);
    for (const [id, queue] of queues) {
      expect(queue, id).toMatchObject({ SqsManagedSseEnabled: true, MessageRetentionPeriod: TWO_WEEKS });
      const [, policy] = ofType(prod, 'AWS::SQS::QueuePolicy').find(([, { Queues }]) => Queues[0].Ref === id)!;
      expect(JSON.stringify(policy.PolicyDocument), id).toContain('"aws:SecureTransport":"false"');
    }
  });

  it('of deliveries shows a message again after six times the time-out, and gives it up after some', () => {
    const [, queue] = queueNamed('QueuesDeliveries9');
    const [, { Timeout }] = functionNamed('DeliverWebhook');
    expect(queue.VisibilityTimeout).toBeGreaterThanOrEqual(6 * Timeout);
    // A standard queue, whose messages delay no other group's.
    expect(queue).not.toHaveProperty('FifoQueue');
    expect(joined(queue.RedrivePolicy.deadLetterTargetArn)).toBe(arnOf('QueuesDeliveriesDead'));
    // AWS advises five at least; ours is half an hour.
    expect(queue.RedrivePolicy.maxReceiveCount).toBe(12);
  });

  it('of deliveries calls its function at once, with ten at most, as often at a time as the context says', async () => {
    const mapping = mappingNamed('ToDeliver');
    expect(mapping).toMatchObject({
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 100 },
    });
    expect(mapping).not.toHaveProperty('MaximumBatchingWindowInSeconds');
    expect(joined(mapping.EventSourceArn)).toBe(arnOf('QueuesDeliveries9'));
    expect(mapping.FunctionName.Ref).toBe(functionNamed('DeliverWebhook')[0]);
    const other = await synthesizeStage({ deliveriesAtOnce: '20' }, FEW);
    const [, { ScalingConfig }] = ofType(other, 'AWS::Lambda::EventSourceMapping').find(
      ([, one]) => one.ScalingConfig,
    )!;
    expect(ScalingConfig).toEqual({ MaximumConcurrency: 20 });
  });

  it('leave one partner a part of what is under way at once', async () => {
    const capIn = (stack: typeof prod) =>
      ofType(stack, 'AWS::Lambda::Function').flatMap(
        ([, each]) => each.Environment.Variables.REQUESTS_OF_A_PARTNER ?? [],
      );
    // Of jobs, and of deliveries.
    expect(capIn(prod)).toEqual(['6', '25']);
    expect(capIn(await synthesizeStage({ deliveriesAtOnce: '200' }, FEW))).toEqual(['6', '50']);
    expect(capIn(await synthesizeStage({ deliveriesAtOnce: '2', jobsAtOnce: '2' }, FEW))).toEqual(['1', '1']);
  });

  it('are in the environment of the functions that send to them', () => {
    const environment = (prefix: string) => functionNamed(prefix)[1].Environment.Variables;
    const url = (prefix: string) => ({ Ref: queueNamed(prefix)[0] });
    for (const prefix of ['RouteEvents', 'DeliverWebhook', 'MoveDue'])
      expect(environment(prefix).DELIVERY_QUEUE_URL).toEqual(url('QueuesDeliveries9'));
    expect(environment('RouteEvents').UNROUTED_QUEUE_URL).toEqual(url('QueuesUnrouted'));
    expect(environment('ProcessStream').GIVEN_UP_QUEUE_URL).toEqual(url('GivenUp'));
    const informed = ofType(prod, 'AWS::Lambda::Function').filter(([, { Environment }]) =>
      Object.keys(Environment.Variables).some((name) => name.includes('QUEUE')),
    );
    // The others have the queues of media, of bulk updates and of jobs.
    expect(informed).toHaveLength(7);
    for (const prefix of ['RouteEvents', 'MoveDue', 'RunJobs'])
      expect(environment(prefix).JOB_QUEUE_URL).toEqual(url('JobsDF1CC2D4'));
  });
});

describe('The clock', () => {
  it('calls what moves tries each minute, once', () => {
    const [functionId] = functionNamed('MoveDue');
    const of = (properties: Json) => JSON.stringify(properties).includes(functionId);
    const [ruleId, rule] = ofType(prod, 'AWS::Events::Rule').find(([, each]) => of(each))!;
    expect(rule).toMatchObject({ ScheduleExpression: 'rate(1 minute)', State: 'ENABLED' });
    expect(rule.Targets).toHaveLength(1);
    expect(joined(rule.Targets[0].Arn)).toBe(`<${functionId}.Arn>`);
    expect(rule.Targets[0].RetryPolicy).toEqual({ MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 });
    const [, permission] = ofType(prod, 'AWS::Lambda::Permission').find(
      ([, each]) => each.Principal === 'events.amazonaws.com' && of(each),
    )!;
    expect([joined(permission.FunctionName), joined(permission.SourceArn)]).toEqual([
      `<${functionId}.Arn>`,
      `<${ruleId}.Arn>`,
    ]);
    expect(ofType(prod, 'AWS::Lambda::EventInvokeConfig').find(([, each]) => of(each))![1]).toMatchObject({
      FunctionName: { Ref: functionId },
      MaximumRetryAttempts: 0,
    });
  });
});
