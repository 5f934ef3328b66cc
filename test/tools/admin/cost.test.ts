import { describe, expect, it } from 'vitest';
import {
  type Assumptions,
  billedMilliseconds,
  costOf,
  lambdaCost,
  missShare,
  type Prices,
  standingCosts,
  type Usage,
} from '../../../tools/admin/cost-arithmetic.ts';
import { billedForStep, costOfStep, type StepUsage } from '../../../tools/admin/cost-event-arithmetic.ts';
import prices from '../../../tools/admin/cost-prices.json' with { type: 'json' };

/** Prices that are easily followed: every unit has another digit. */
const simple: Prices = {
  region: 'nowhere',
  asOf: 'never',
  note: 'made up',
  apiGateway: { millionRequests: 3 },
  lambda: { millionRequests: 0.2, gigabyteSecond: 0.00001 },
  dynamoDb: {
    millionReadUnits: 0.1,
    millionWriteUnits: 0.5,
    gigabyteMonth: 1,
    backupGigabyteMonth: 1,
    restoredGigabyte: 1,
  },
  sqs: { millionRequests: 0.4, millionFairRequests: 0.1 },
  logs: { gigabyte: 0.5, gigabyteMonth: 1 },
  traces: { millionRecorded: 5 },
  transfer: { gigabyte: 0.1 },
  cloudWatch: { alarmMetricMonth: 0.1, customMetricMonth: 0.3, dashboardMonth: 3 },
  kms: { keyMonth: 1 },
  secretsManager: { secretMonth: 0.4 },
  waf: { aclMonth: 5, ruleMonth: 1, millionRequests: 0.6 },
};

const assumptions: Assumptions = {
  requestsPerKeySecond: 1,
  rememberedSeconds: 60,
  callMilliseconds: 5,
  tracedShare: 0.05,
};

const usage: Usage = {
  cpuMilliseconds: 1,
  calls: 2,
  readUnits: 1.5,
  writeUnits: 4,
  memoryMegabytes: 1024,
  logBytes: 1000,
  answerBytes: 2000,
};

const authorizer: Usage = { ...usage, calls: 1, readUnits: 0.5, writeUnits: 0, logBytes: 500, answerBytes: 0 };

describe('The share of requests whose key is looked up', () => {
  it.each([
    [1, 60, 1 / 61],
    [10, 60, 1 / 601],
    [1 / 60, 60, 1 / 2],
    [5, 0, 1],
  ])('at %d requests a second and %d s of memory', (requestsPerKeySecond, rememberedSeconds, share) =>
    expect(missShare({ ...assumptions, requestsPerKeySecond, rememberedSeconds })).toBeCloseTo(share, 10),
  );
});

describe('Billed milliseconds', () => {
  it.each([
    ['a whole processor', { cpuMilliseconds: 3, calls: 0, memoryMegabytes: 1769 }, 3],
    ['never faster than that', { cpuMilliseconds: 3, calls: 0, memoryMegabytes: 3538 }, 3],
    ['a share of it', { cpuMilliseconds: 3, calls: 0, memoryMegabytes: 1769 / 4 }, 12],
    ['waiting does not depend on it', { cpuMilliseconds: 0, calls: 3, memoryMegabytes: 128 }, 15],
    ['begun milliseconds count', { cpuMilliseconds: 0.1, calls: 1, memoryMegabytes: 1769 }, 6],
    ['one at the least', { cpuMilliseconds: 0, calls: 0, memoryMegabytes: 1769 }, 1],
  ])('%s', (_, measured, expected) => expect(billedMilliseconds(measured, assumptions)).toBe(expected));
});

it('Lambda bills requests, and time by memory', () => {
  expect(lambdaCost(100, { memoryMegabytes: 1024 }, simple)).toBeCloseTo(0.2 + 1, 10);
  expect(lambdaCost(100, { memoryMegabytes: 512 }, simple)).toBeCloseTo(0.2 + 0.5, 10);
});

describe('A million requests', () => {
  const always = { ...assumptions, rememberedSeconds: 0 };
  const never = { ...assumptions, requestsPerKeySecond: Number.POSITIVE_INFINITY };

  it('cost what their parts cost', () => {
    const cost = costOf(usage, authorizer, simple, never);
    expect(cost).toMatchObject({ apiGateway: 3, authorizer: 0, traces: 0.25 });
    expect(cost.lambda).toBeCloseTo(0.2 + 12 * 0.01, 10);
    expect(cost.reads).toBeCloseTo(0.15, 10);
    expect(cost.writes).toBeCloseTo(2, 10);
    expect(cost.logs).toBeCloseTo(0.5, 10);
    expect(cost.transfer).toBeCloseTo(0.2, 10);
    expect(cost.total).toBeCloseTo(3 + 0.32 + 0.15 + 2 + 0.5 + 0.25 + 0.2, 10);
  });

  it('cost the authorizer too where no one remembers the key', () => {
    const cost = costOf(usage, authorizer, simple, always);
    // 7 ms, half a read unit, half a gigabyte of logs.
    expect(cost.authorizer).toBeCloseTo(0.2 + 7 * 0.01 + 0.05 + 0.25, 10);
    // The function looks the key up once more.
    expect(cost.reads).toBeCloseTo(0.2, 10);
    expect(cost.lambda).toBeCloseTo(0.2 + 17 * 0.01, 10);
  });
});

it('A million of a step of an event costs what its parts cost, and the wait for the webhook', () => {
  const step: StepUsage = { ...usage, queueRequests: 3, waitedMilliseconds: 200 };
  expect(billedForStep(step, 5)).toBe(212);
  const cost = costOfStep(step, simple, 5);
  expect(cost.lambda).toBeCloseTo(0.2 + 212 * 0.01, 10);
  expect(cost.queue).toBeCloseTo(1.5, 10);
  expect(cost.reads).toBeCloseTo(0.15, 10);
  expect(cost.writes).toBeCloseTo(2, 10);
  expect(cost.logs).toBeCloseTo(0.5, 10);
  expect(cost.transfer).toBeCloseTo(0.2, 10);
  expect(cost.total).toBeCloseTo(2.32 + 1.5 + 0.15 + 2 + 0.5 + 0.2, 10);
});

const counting = (MetricName: string, ...keys: readonly string[]) => ({
  Type: 'AWS::Logs::MetricFilter',
  Properties: {
    MetricTransformations: [{ MetricName, ...(keys.length > 0 && { Dimensions: keys.map((Key) => ({ Key })) }) }],
  },
});

it('Resources cost by the month what stands in the template', () => {
  const resources = {
    Plain: { Type: 'AWS::CloudWatch::Alarm', Properties: { MetricName: 'Errors' } },
    Expression: {
      Type: 'AWS::CloudWatch::Alarm',
      Properties: { Metrics: [{ Expression: 'a / b' }, { MetricStat: {} }, { MetricStat: {} }] },
    },
    ByStatus: counting('Refusals', 'Status'),
    // Two filters of one metric, a metric for each partner.
    Failures: counting('Balance', 'Partner'),
    Successes: counting('Balance', 'Partner'),
    Single: counting('Faults'),
    Secret: { Type: 'AWS::SecretsManager::Secret' },
    Method: { Type: 'AWS::ApiGateway::Method' },
    Dashboard: { Type: 'AWS::CloudWatch::Dashboard' },
    Key: { Type: 'AWS::KMS::Key' },
    Firewall: { Type: 'AWS::WAFv2::WebACL', Properties: { Rules: [{}, {}] } },
  };
  const found = standingCosts(resources, simple, { Status: 4 });
  expect(found.map(({ count, dollars }) => [count, Math.round(dollars * 100) / 100])).toEqual([
    [3, 0.3],
    [5, 1.5],
    [6, 1.8],
    [1, 3],
    [1, 1],
    [1, 0.4],
    [1, 5],
    [2, 2],
  ]);
  expect(found.filter(({ optional }) => optional)).toHaveLength(2);
});

it('The price list has the form that is read, and a price for everything', () => {
  const list: Prices = prices;
  const numbers = Object.values(list).flatMap((group) => (typeof group === 'object' ? Object.values(group) : []));
  expect(numbers.length).toBeGreaterThan(15);
  for (const number of numbers) expect(number).toBeGreaterThan(0);
});
