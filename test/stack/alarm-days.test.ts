/** Which alarms a good day raises, and which a bad one: the template's own alarms over metrics of an hour. */
import { beforeAll, describe, expect, it } from 'vitest';
import { isRaised } from '../support/cloudwatch/alarm.ts';
import { DAY_SECONDS, type Day, usualDay } from '../support/cloudwatch/day.ts';
import { keyOf } from '../support/cloudwatch/metrics.ts';
import { FEW, type Json, ofType, type Synthesized, synthesizeStage } from './synthesized.ts';

let stage: Synthesized;
beforeAll(async () => {
  // One that partners rely on.
  stage = await synthesizeStage({ protectedStages: 'prod' }, FEW);
});

// In one template with all others, an id that a queue has too stands after that of the alarms' stack.
const nameOf = (id: string) => id.replace(/^Alarms/, '').replace(/[0-9A-F]{8}$/, '');
const alarms = (): ReadonlyMap<string, Json> =>
  new Map(
    ofType(stage, 'AWS::CloudWatch::Alarm')
      // Those of releases wake no one: canary.test.ts.
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

  it.each(['DueNotMoved', 'MediaLateNotEnded', 'BulkLateNotEnded', 'QuotasNotRead'])(
    'without runs of the clock raises %s',
    async (name) => {
      const { Day: Empty } = await import('../support/cloudwatch/day.ts');
      expect(raisedOn(new Empty(stage))).toContain(name);
    },
  );

  const idsOf = ({ Metrics = [] }: Json): string[] => Metrics.map(({ Id }: Json) => Id);
  const isShare = (alarm: Json) => idsOf(alarm).includes('all');
  const isAge = (alarm: Json) => idsOf(alarm).includes('written');

  /** Alarms on one metric of AWS, or a sum of them: each is raised by any of what it reads, and by nothing at its threshold. */
  const bySum = () =>
    [...alarms()].filter(([name, alarm]) => {
      const inLogs = [...Object.values(days).flatMap(([, raised]) => raised), 'AuthorizerErrors', 'QuotaClose'];
      return (
        alarm.ComparisonOperator === 'GreaterThanThreshold' &&
        !inLogs.includes(name) &&
        !isShare(alarm) &&
        !isAge(alarm)
      );
    });

  /** A usual day with other values of some metrics of an alarm, each minute of half an hour; `undefined` takes them away. */
  const changed = (alarm: Json, values: Readonly<Record<string, number | undefined>>) => {
    const all = new Map(usualDay(stage).metrics().samples);
    for (const { Id, MetricStat } of alarm.Metrics) {
      if (!(Id in values)) continue;
      const value = values[Id];
      const others = (all.get(keyOf(MetricStat.Metric)) ?? []).filter(({ at }) => at < HALF[0] || at >= HALF[1]);
      const own = Array.from({ length: 30 }, (_, minute) => ({ at: HALF[0] + minute * 60, value: value ?? 0 }));
      all.set(keyOf(MetricStat.Metric), value === undefined ? others : [...others, ...own]);
    }
    return isRaised(alarm, { samples: all }, DAY_SECONDS);
  };

  it('of failures raises their share, and a few of very many do not', () => {
    const shares = [...alarms()].filter(([, alarm]) => isShare(alarm));
    expect(shares.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'ServerErrors',
        'QuietErrors',
        'AuthorizerErrors',
        'FunctionFaults',
        'MediaFunctionErrors',
      ]),
    );
    for (const [name, alarm] of shares) {
      const counted = idsOf(alarm).filter((id) => !/^all|^expr|^blank$/.test(id) && id !== 'BlankKeys');
      const stats = alarm.Metrics.filter(({ MetricStat }: Json) => MetricStat).map(({ Id }: Json) => Id);
      const [failures] = counted.filter((id) => stats.includes(id));
      const wholes = Object.fromEntries(
        stats.filter((id: string) => /^all/.test(id)).map((id: string) => [id, 30_000]),
      );
      const raised = (value: number) => changed(alarm, { ...wholes, [failures!]: value });
      // 30,000 in each, of which up to three are added: far above each threshold, and far below.
      expect([name, raised(29_000)]).toEqual([name, true]);
      expect([name, raised(30)]).toEqual([name, false]);
    }
  });

  it('without a reader of the stream raises its age while there are writes, and only then', () => {
    const ages = [...alarms()].filter(([, alarm]) => isAge(alarm));
    expect(ages.map(([name]) => name).sort()).toEqual(['EventsLate', 'StreamLate']);
    for (const [name, alarm] of ages) {
      const id = (end: string) => idsOf(alarm).find((each) => each.endsWith(end))!;
      const [polled, filtered, age] = [id('Polled'), id('Filtered'), id('Age')] as const;
      const raised = (values: Readonly<Record<string, number | undefined>>) => [name, changed(alarm, values)];
      expect(raised({ written: 5, [polled]: 5, [filtered]: 0, [age]: 100_000 })).toEqual([name, true]);
      expect(raised({ written: 5, [polled]: 5, [filtered]: 0, [age]: 60_000 })).toEqual([name, false]);
      // Disabled or missing, or throttled, while there are writes.
      expect(raised({ written: 5, [polled]: undefined, [filtered]: undefined })).toEqual([name, true]);
      expect(raised({ written: 5, [polled]: 5, [filtered]: 1, [age]: undefined })).toEqual([name, true]);
      // What is written is of no interest to this function; nothing is written at all.
      expect(raised({ written: 5, [polled]: 5, [filtered]: 5, [age]: undefined })).toEqual([name, false]);
      expect(raised({ written: undefined, [polled]: undefined, [filtered]: undefined })).toEqual([name, false]);
      // An old record raises it whoever writes.
      expect(raised({ written: undefined, [age]: 100_000 })).toEqual([name, true]);
    }
  });

  it.each(['StreamUnread', 'EventsUnread', 'DeliveriesUnread', 'MediaUnread'])(
    'without polls of a mapping raises %s, and no other of these',
    (name) => {
      const alarm = alarms().get(name)!;
      const all = new Map(usualDay(stage).metrics().samples);
      all.delete(keyOf(alarm.Metrics[0].MetricStat.Metric));
      const unread = [...alarms()].filter(([each]) => /Unread$/.test(each));
      const raised = unread.filter(([, each]) => isRaised(each, { samples: all }, DAY_SECONDS)).map(([each]) => each);
      expect(raised).toEqual([name]);
    },
  );

  it('of one partner close to its quota raises QuotaClose by this partner', () => {
    const alarm = alarms().get('QuotaClose')!;
    const day = (share: number) => {
      const used = [{ at: 900, value: share }];
      return { samples: new Map([['PartnerListingApi QuotaUsed{Partner=small}', used]]) };
    };
    expect(isRaised(alarm, day(81), DAY_SECONDS)).toBe(true);
    expect(isRaised(alarm, day(80), DAY_SECONDS)).toBe(false);
  });

  it('of any other kind raises the alarm that is for it, and a day at its threshold does not', () => {
    const others = bySum();
    const usual = usualDay(stage).metrics();
    expect(others.length).toBeGreaterThan(12);
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
