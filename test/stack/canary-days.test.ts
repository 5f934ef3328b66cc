/** Which days take a release back, and which do not: the alarms of releases over metrics of an hour. */
import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../lib/operations.ts';
import { isRaised } from '../support/cloudwatch/alarm.ts';
import { DAY_SECONDS, type Day, usualDay } from '../support/cloudwatch/day.ts';
import { ofType, resourceNamed, type Synthesized, synthesizeStage } from './synthesized.ts';

let careful: Synthesized;

beforeAll(async () => {
  careful = await synthesizeStage(
    { canary: true },
    operations.filter(({ module }) => module === 'contacts'),
  );
});

describe('What takes a release back', () => {
  const raisedOn = (day: Day): string[] => {
    const metrics = day.metrics();
    return ofType(careful, 'AWS::CloudWatch::Alarm').flatMap(([id, alarm]) =>
      !alarm.AlarmActions && isRaised(alarm, metrics, DAY_SECONDS) ? [id.replace(/[0-9A-F]{8}$/, '')] : [],
    );
  };
  const { method, path } = operations.find(({ id }) => id === 'getContact')!;
  const ofMethod = `AWS/ApiGateway 5XXError{ApiName=PartnerListingApi,Method=${method},Resource=${path},Stage=prod}`;
  const requestsOf = ofMethod.replace('5XXError', 'Count');
  const crashes = () => {
    const [id] = resourceNamed(careful, 'AWS::Lambda::Function', 'GetContactFunction');
    return `AWS/Lambda Errors{FunctionName=<${id}>,Resource=<${id}>:live}`;
  };
  const minutes = (...of: number[]) => of.map((minute) => [1800 + 60 * minute, 1860 + 60 * minute] as const);
  const failing = (key: string, ...of: number[]) => {
    // Twenty requests a minute of this method.
    const day = usualDay(careful).each(requestsOf, 20);
    for (const span of minutes(...of)) day.each(key, 1, span);
    return day;
  };

  it('is nothing of a good day, nor what partners do wrong', () => {
    expect(raisedOn(usualDay(careful))).toEqual([]);
    const refused = { partner: 'small', status: 400 };
    expect(raisedOn(usualDay(careful).ask(3000, refused).blank(3000))).toEqual([]);
  });

  it('is one function that fails in three minutes of ten, by its own answer or by a crash; twice may be the store', () => {
    expect(raisedOn(failing(ofMethod, 0, 4, 9))).toEqual(['GetContactFailures']);
    expect(raisedOn(failing(crashes(), 0, 4, 9))).toEqual(['GetContactFailures']);
    expect(raisedOn(failing(ofMethod, 0, 4))).toEqual([]);
    expect(raisedOn(failing(ofMethod, 0, 4, 10))).toEqual([]);
  });

  it('is more than 1% of all requests that fail, for two minutes', () => {
    const all = 'AWS/ApiGateway 5XXError{ApiName=PartnerListingApi,Stage=prod}';
    const requests = all.replace('5XXError', 'Count');
    const day = (failures: number, until: number, of = 300) =>
      usualDay(careful).each(requests, of).each(all, failures, [1800, until]);
    expect(raisedOn(day(9, 1920))).toEqual(['CanaryServerErrors']);
    expect(raisedOn(day(9, 1860))).toEqual([]);
    // Three in each of two minutes of a night in which few ask; two are by chance.
    expect(raisedOn(day(3, 1920, 10))).toEqual(['CanaryServerErrors']);
    expect(raisedOn(day(1, 1920, 10))).toEqual([]);
  });

  it('is not three failures in ten minutes of 300,000 requests', () => {
    const busy = () => failing(ofMethod, 0, 4, 9).each(requestsOf, 30_000);
    expect(raisedOn(busy())).toEqual([]);
    expect(raisedOn(busy().each(ofMethod, 400, [1800, 2400]))).toEqual(['GetContactFailures']);
  });

  it('is the authorizer that fails, and not that it refuses', () => {
    const [id] = resourceNamed(careful, 'AWS::Lambda::Function', 'ApiAuthorizerFunction');
    const errors = `AWS/Lambda Errors{FunctionName=<${id}>,Resource=<${id}>:live}`;
    const runs = errors.replace(' Errors', ' Invocations');
    const day = (each: number) => usualDay(careful).each(runs, 100).each(errors, each, [1800, 2400]);
    expect(raisedOn(day(5))).toEqual(['ApiAuthorizerFailures']);
    // A minute has one blank key on a usual day: what is in both cancels out.
    expect(raisedOn(day(1))).toEqual([]);
  });
});
