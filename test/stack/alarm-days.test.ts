/** Which alarms a good day raises, and which a bad one: the template's own alarms over metrics of an hour. */
import { beforeAll, describe, expect, it } from 'vitest';
import { isRaised } from '../support/cloudwatch/alarm.ts';
import { DAY_SECONDS, type Day, usualDay } from '../support/cloudwatch/day.ts';
import { keyOf } from '../support/cloudwatch/metrics.ts';
import { type Json, ofType, type Synthesized, synthesizeStage } from './synthesized.ts';

let stage: Synthesized;
beforeAll(async () => {
  // One that partners rely on.
  stage = await synthesizeStage({ protectedStages: 'prod' });
});

const nameOf = (id: string) => id.replace(/^Alarms/, '').replace(/[0-9A-F]{8}$/, '');
const alarms = (): ReadonlyMap<string, Json> =>
  new Map(
    ofType(stage, 'AWS::CloudWatch::Alarm')
      // Those of releases wake nobody: canary.test.ts.
      .filter(([, { AlarmActions }]) => AlarmActions)
      .map(([id, alarm]) => [nameOf(id), alarm]),
  );
const raisedOn = (day: Day): string[] => {
  const metrics = day.metrics();
  return [...alarms()].flatMap(([name, alarm]) => (isRaised(alarm, metrics, DAY_SECONDS) ? [name] : [])).sort();
};

/** Half an hour, and one span of five minutes alone. */
const HALF = [900, 2700] as const;
const SPAN = [900, 1200] as const;

/** Days that go wrong in the logs, and what they raise. A name that is not here is raised by no such day. */
const days: Readonly<Record<string, readonly [(day: Day) => Day, readonly string[]]>> = {
  'keys are guessed': [
    (day) => day.ask(1800, { partner: 'unknown', status: 401, errorType: 'ACCESS_DENIED', reason: 'unknown' }, HALF),
    ['RefusedKeys', 'ClientErrors'],
  ],
  'a small partner’s key has expired': [
    (day) => day.ask(360, { partner: 'small', status: 401, errorType: 'ACCESS_DENIED', reason: 'expired' }, HALF),
    ['PartnerFails', 'RefusedKeys'],
  ],
  'a metering key is lost': [
    (day) => day.ask(60, { partner: 'small', status: 401, errorType: 'INVALID_API_KEY' }, HALF),
    ['UnmeteredKeys'],
  ],
  'a release of a partner’s client is wrong': [
    (day) => day.ask(600, { partner: 'small', status: 400 }, HALF),
    ['PartnerFails', 'Refusals400'],
  ],
  'a partner’s updates break the rules that answer 401': [
    (day) => day.ask(400, { partner: 'acme', status: 401 }, HALF),
    [],
  ],
  'a partner walks numbers': [(day) => day.ask(900, { partner: 'acme', status: 404 }, HALF), ['Refusals404']],
  'a plan is too small': [
    (day) => day.ask(600, { partner: 'acme', status: 429, errorType: 'THROTTLED' }, HALF),
    ['Refusals429'],
  ],
  'requests come with a blank key': [(day) => day.blank(300, HALF), []],
  'a flood of requests comes without any key': [(day) => day.blank(3000, HALF), ['ClientErrors']],
  'the authorizer cannot reach the table': [
    (day) => day.authorizerFails(60, HALF),
    ['AuthorizerErrors', 'ServerErrors'],
  ],
  'a function crashes again and again': [
    (day) => day.ask(60, { partner: 'acme', status: 500, errorType: 'INTEGRATION_FAILURE' }, HALF),
    ['FunctionFaults', 'ServerErrors'],
  ],
  'requests take long': [(day) => day.ask(60, { partner: 'acme', status: 200, latency: 5000 }, HALF), ['Latency']],
};

/** What one span of five minutes of the same does: nothing. */
const once: Readonly<Record<string, (day: Day) => Day>> = {
  'keys are guessed': (day) =>
    day.ask(300, { partner: 'unknown', status: 401, errorType: 'ACCESS_DENIED', reason: 'unknown' }, SPAN),
  'a client is wrong': (day) => day.ask(100, { partner: 'small', status: 400 }, SPAN),
  'the first key of a partner is not admitted yet': (day) =>
    day.ask(40, { partner: 'fresh', status: 401, errorType: 'INVALID_API_KEY' }, SPAN),
  'a function crashes': (day) =>
    day.ask(4, { partner: 'acme', status: 500, errorType: 'INTEGRATION_FAILURE' }, [900, 960]),
};

describe('A good day', () => {
  it('raises nothing', () => {
    expect(raisedOn(usualDay(stage))).toEqual([]);
  });

  it.each(Object.entries(once))('raises nothing where for five minutes %s', (_, make) => {
    expect(raisedOn(make(usualDay(stage)))).toEqual([]);
  });
});

describe('A bad day', () => {
  it.each(Object.entries(days))('%s', (_, [make, raised]) => {
    expect(raisedOn(make(usualDay(stage)))).toEqual([...raised].sort());
  });

  it('without a request raises that there are none', async () => {
    const { Day: Empty } = await import('../support/cloudwatch/day.ts');
    expect(raisedOn(new Empty(stage))).toContain('NoTraffic');
  });

  it.each(['DueNotMoved', 'MediaLateNotEnded'])('without runs of the clock raises %s', async (name) => {
    const { Day: Empty } = await import('../support/cloudwatch/day.ts');
    expect(raisedOn(new Empty(stage))).toContain(name);
  });

  /** Alarms on one metric of AWS, or a sum of them: each is raised by any of what it reads, and by nothing at its threshold. */
  const bySum = () =>
    [...alarms()].filter(([name, { ComparisonOperator }]) => {
      const inLogs = [...Object.values(days).flatMap(([, raised]) => raised), 'AuthorizerErrors'];
      return ComparisonOperator === 'GreaterThanThreshold' && !inLogs.includes(name);
    });

  it('of any other kind raises the alarm that is for it, and a day at its threshold does not', () => {
    const others = bySum();
    const usual = usualDay(stage).metrics();
    expect(others.length).toBeGreaterThan(15);
    for (const [name, alarm] of others) {
      const stats: Json[] = alarm.Metrics?.flatMap(({ MetricStat }: Json) => MetricStat ?? []) ?? [];
      const read: Json[] = stats.length > 0 ? stats.map(({ Metric }: Json) => Metric) : [alarm];
      const period: number = alarm.Period ?? stats[0].Period;
      const isSum = (alarm.Statistic ?? stats[0]?.Stat) === 'Sum';
      // A minute has its share of what is counted in a period.
      const share = isSum ? period / 60 : 1;
      for (const metric of read) {
        const key = keyOf(metric);
        const fed = (value: number) => {
          const samples = Array.from({ length: 30 }, (_, minute) => ({
            at: HALF[0] + minute * 60,
            value: value / share,
          }));
          const all = new Map([...usual.samples, [key, [...(usual.samples.get(key) ?? []), ...samples]]]);
          return isRaised(alarm, { samples: all }, DAY_SECONDS);
        };
        expect([name, key, fed(alarm.Threshold + share)]).toEqual([name, key, true]);
        expect([name, key, fed(alarm.Threshold)]).toEqual([name, key, false]);
      }
    }
  });
});
