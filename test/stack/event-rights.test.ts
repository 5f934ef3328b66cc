/** What the functions for webhooks and on the stream may do: what they do, and no more. */
import { beforeAll, describe, expect, it } from 'vitest';
import { allowedTo, denialsOf } from './rights.ts';
import { defaultStage, joined, ofType, resourceNamed, type Synthesized } from './synthesized.ts';

let prod: Synthesized;
beforeAll(async () => {
  prod = await defaultStage();
});

const functionNamed = (prefix: string) => resourceNamed(prod, 'AWS::Lambda::Function', prefix);
const arnOf = (prefix: string) => `<${resourceNamed(prod, 'AWS::SQS::Queue', prefix)[0]}.Arn>`;

describe('What each may do', () => {
  const onStream = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'];
  const rights: Readonly<Record<string, { table: readonly string[]; sends: readonly string[]; polls?: string }>> = {
    KeepUp: {
      table: ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'PutItem', 'Query', 'UpdateItem', ...onStream],
      sends: ['GivenUp'],
    },
    RouteEvents: {
      table: ['BatchGetItem', 'PutItem', 'Query', 'UpdateItem', ...onStream],
      sends: ['MediaQueue', 'QueuesDeliveries9', 'QueuesRoutingGivenUp', 'QueuesUnrouted'],
    },
    DeliverWebhook: {
      table: ['BatchGetItem', 'PutItem', 'UpdateItem'],
      sends: ['QueuesDeliveries9'],
      polls: 'QueuesDeliveries9',
    },
    MoveDue: { table: ['DeleteItem', 'Query'], sends: ['QueuesDeliveries9'] },
  };

  it.each(Object.entries(rights))('%s', (prefix, { table, sends, polls }) => {
    const allowed = allowedTo(prod, functionNamed(prefix)[0]);
    const actions = (service: string) =>
      [...allowed.keys()].filter((each) => each.startsWith(service)).map((each) => each.slice(service.length));
    expect(actions('dynamodb:').sort()).toEqual([...table].sort());
    const ofQueues = ['SendMessage', ...(polls ? ['DeleteMessage', 'GetQueueAttributes', 'ReceiveMessage'] : [])];
    expect(actions('sqs:').sort()).toEqual(ofQueues.sort());
    const queuesOf = (action: string) => (allowed.get(action) ?? []).map(joined).sort();
    expect(queuesOf('sqs:SendMessage')).toEqual(sends.map(arnOf).sort());
    expect(queuesOf('sqs:ReceiveMessage')).toEqual(polls ? [arnOf(polls)] : []);
    const anywhere = [...allowed].filter(([, resources]) => resources.includes('*')).map(([action]) => action);
    expect(anywhere.filter((action) => !/^xray:|:ListStreams$/.test(action))).toEqual([]);
  });

  it('to keys: secrets where requests are signed, tries where they are put off and moved', () => {
    const denied = (prefix: string) => denialsOf(prod, functionNamed(prefix)[0]);
    const fromAll = (...keys: string[]) => ({ all: true, but: [], keys });
    expect(denied('DeliverWebhook')).toEqual([]);
    expect(denied('RouteEvents')).toEqual([fromAll('SECRET#*', 'DUE#*')]);
    expect(denied('MoveDue')).toEqual([fromAll('SECRET#*')]);
    // It erases what deleted subscriptions signed with, and reads none of it.
    expect(denied('KeepUp')).toEqual([
      fromAll('DUE#*'),
      { all: true, but: ['dynamodb:UpdateItem'], keys: ['SECRET#*'] },
    ]);
  });

  it('to what is due later, and no other function of the stack', () => {
    const dues = ofType(prod, 'AWS::Lambda::Function')
      .filter(([id]) => !denialsOf(prod, id).some(({ keys, but }) => keys.includes('DUE#*') && but.length === 0))
      .map(([id]) => id.replace(/Function\w+$/, ''));
    expect(dues.sort()).toEqual(['DeliverWebhook', 'MoveDue']);
  });
});
