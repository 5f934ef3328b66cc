/** What calls functions next to the API: how it is read from a template, and the clock. */
import { describe, expect, it, vi } from 'vitest';
import { startSchedules } from '../../tools/local/schedules.ts';
import { readTemplate } from '../../tools/local/template.ts';
import { exampleTemplate } from './fixture.ts';

const withResources = (more: Record<string, { Type: string; Properties: Record<string, unknown> }>) => {
  const template = exampleTemplate();
  return readTemplate({ ...template, Resources: { ...template.Resources, ...more } });
};
const queue = (Properties: Record<string, unknown> = {}) => ({ Type: 'AWS::SQS::Queue', Properties });
const mapping = (source: string, more: Record<string, unknown> = {}) => ({
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: { FunctionName: { Ref: 'ApiFunction' }, EventSourceArn: { 'Fn::GetAtt': [source, 'Arn'] }, ...more },
});
const rule = (more: Record<string, unknown> = {}) => ({
  Type: 'AWS::Events::Rule',
  Properties: {
    ScheduleExpression: 'rate(1 minute)',
    State: 'ENABLED',
    Targets: [{ Id: 'Target0', Arn: { 'Fn::GetAtt': ['ApiFunction', 'Arn'] } }],
    ...more,
  },
});

describe('From a template', () => {
  it('queues and their mappings are read', () => {
    const { queues, queueSources, eventSources } = withResources({
      Work: queue({
        VisibilityTimeout: 150,
        RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['Dead', 'Arn'] }, maxReceiveCount: 12 },
      }),
      Dead: queue({ MessageRetentionPeriod: 1_209_600 }),
      ToWork: mapping('Work', {
        BatchSize: 5,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ScalingConfig: { MaximumConcurrency: 7 },
      }),
      Plain: mapping('Dead'),
    });
    expect(queues).toEqual([
      {
        logicalId: 'Work',
        attributes: { VisibilityTimeout: '150' },
        redrive: { deadLetterId: 'Dead', mostReceipts: 12 },
      },
      { logicalId: 'Dead', attributes: { MessageRetentionPeriod: '1209600' }, redrive: undefined },
    ]);
    const common = { functionId: 'ApiFunction' };
    expect(queueSources).toEqual([
      { ...common, id: 'ToWork', queueId: 'Work', batchSize: 5, namesFailures: true, mostAtOnce: 7 },
      { ...common, id: 'Plain', queueId: 'Dead', batchSize: 10, namesFailures: false, mostAtOnce: 1250 },
    ]);
    expect(eventSources).toEqual([]);
  });

  it.each([
    ['rate(1 minute)', 60_000],
    ['rate(5 minutes)', 300_000],
    ['rate(2 hours)', 7_200_000],
    ['rate(1 day)', 86_400_000],
  ])('a rule of %s is one each %d ms', (ScheduleExpression, milliseconds) =>
    expect(withResources({ Each: rule({ ScheduleExpression }) }).schedules).toEqual([
      { id: 'Each', functionIds: ['ApiFunction'], milliseconds },
    ]),
  );

  it('a rule that is switched off, and one on events, call nothing', () => {
    const onEvents = rule({ ScheduleExpression: undefined, EventPattern: { source: ['aws.ec2'] } });
    expect(withResources({ Off: rule({ State: 'DISABLED' }), OnEvents: onEvents }).schedules).toEqual([]);
  });

  it.each<[string, Parameters<typeof withResources>[0], string]>([
    ['a queue in order', { Work: queue({ FifoQueue: true }) }, 'only standard queues'],
    ['a batching window', { Work: queue(), To: mapping('Work', { MaximumBatchingWindowInSeconds: 5 }) }, 'batching'],
    ['filters of a queue', { Work: queue(), To: mapping('Work', { FilterCriteria: { Filters: [] } }) }, 'filters'],
    ['a mapping of anything else', { To: mapping('Api') }, 'only the stream of the table and queues'],
    ['a cron expression', { Each: rule({ ScheduleExpression: 'cron(0 12 * * ? *)' }) }, 'only rates'],
    ['an input of a target', { Each: rule({ Targets: [{ Arn: {}, Input: '{}' }] }) }, 'no input'],
  ])('%s is refused, rather than served wrongly', (_, resources, message) =>
    expect(() => withResources(resources)).toThrow(message),
  );
});

describe('The clock', () => {
  it('calls again and again with what EventBridge hands over, whatever became of the last call', async () => {
    vi.useFakeTimers();
    const events: unknown[] = [];
    const notices: string[] = [];
    const scheduling = startSchedules({
      schedules: [{ id: 'Each', functionIds: ['One', 'Other'], milliseconds: 5 }],
      invoke: async (functionId, event) => {
        events.push([functionId, event]);
        throw new Error('broken');
      },
      onNotice: (text) => notices.push(text),
    });
    await vi.advanceTimersByTimeAsync(15);
    scheduling.stop();
    expect(events).toHaveLength(6);
    expect(events[0]).toEqual([
      'One',
      {
        version: '0',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        'detail-type': 'Scheduled Event',
        source: 'aws.events',
        account: '000000000000',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        region: 'us-east-1',
        resources: ['arn:aws:events:us-east-1:000000000000:rule/Each'],
        detail: {},
      },
    ]);
    expect(notices).toContain('Other, called by the clock, failed: broken');
    await vi.advanceTimersByTimeAsync(30);
    expect(events).toHaveLength(6);
    vi.useRealTimers();
  });
});
