import { beforeAll, expect, it } from 'vitest';
import { handler } from '../../../functions/business/get-timezones.ts';
import { timeZoneOf } from '../../../lib/business/rules/time-zones.ts';
import { zoneChoices } from '../../../lib/business/rules/zone-list.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { call } from '../../support/call.ts';
import { bare, refusal } from '../../support/expected.ts';
import { openWorld } from './update-business/support.ts';

beforeAll(openWorld);

it('Get time zones answers every zone that an update takes, for a location and an account', async () => {
  const [location, account] = await Promise.all(
    ['101', '100'].map((businessId) => call(handler, { path: { businessId } })),
  );
  expect(location).toMatchObject({ status: 200 });
  expect(account?.body).toEqual(location?.body);
  const values: string[] = location?.body.timezones.map(({ value }: { value: string }) => value);
  expect(values.filter((value) => timeZoneOf(value) === undefined)).toEqual([]);
  expect(values).toEqual(expect.arrayContaining(['UTC', 'America/Los_Angeles', 'Pacific/Auckland']));
  expect(new Set(values).size).toBe(values.length);
});

it('has the offsets of the half hour: some zones change theirs at half past', async () => {
  const { now } = clock;
  const labelsAt = async (time: string) => {
    clock.now = () => Date.parse(time);
    const { body } = await call(handler, { path: { businessId: '101' } });
    return body.timezones.map(({ label }: { label: string }) => label);
  };
  try {
    expect(await labelsAt('2027-03-14T05:29:59Z')).toContain('(GMT-03:30) America/St_Johns');
    expect(await labelsAt('2027-03-14T05:30:00Z')).toContain('(GMT-02:30) America/St_Johns');
  } finally {
    clock.now = now;
  }
});

it('is refused for what is not there', async () => {
  for (const businessId of ['999', '201', 'x'])
    expect(bare(await call(handler, { path: { businessId } }))).toEqual(refusal(1011));
});

it('has the offsets of the day, in their order and then in that of names', () => {
  const labels = (day: string) => zoneChoices(Date.parse(day)).map(({ label }) => label);
  const [winter, summer] = [labels('2026-01-15'), labels('2026-07-15')];
  expect(winter).toContain('(GMT-08:00) America/Los_Angeles');
  expect(summer).toContain('(GMT-07:00) America/Los_Angeles');
  for (const label of ['(GMT+05:30) Asia/Kolkata', '(GMT+00:00) UTC']) {
    // The runtime's database may still have the older of two names.
    expect(winter.some((each) => each === label || each === label.replace('Kolkata', 'Calcutta'))).toBe(true);
  }
  const offset = (label: string) => {
    const [, sign, hours, minutes] = /^\(GMT([+-])(\d\d):(\d\d)\) /.exec(label) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };
  const ordered = winter.toSorted((a, b) => offset(a) - offset(b) || (a.slice(12) < b.slice(12) ? -1 : 1));
  expect(winter).toEqual(ordered);
  expect(offset(winter[0]!)).toBeLessThan(-600);
});
