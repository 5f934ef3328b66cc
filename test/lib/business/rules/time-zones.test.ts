import { describe, expect, it } from 'vitest';
import { timeZoneOf } from '../../../../lib/business/rules/time-zones.ts';

describe('time zones', () => {
  for (const [name, iana] of [
    ['America/Chicago', 'America/Chicago'],
    [' america/chicago ', 'america/chicago'],
    ['US/Pacific', 'US/Pacific'],
    ['Pacific Standard Time', 'America/Los_Angeles'],
    ['pacific daylight time', 'America/Los_Angeles'],
    ['Pacific Time (US & Canada)', 'America/Los_Angeles'],
    ['Eastern Time', 'America/New_York'],
    ['EST', 'America/New_York'],
    ['edt', 'America/New_York'],
    ['HST', 'Pacific/Honolulu'],
    ['AKST', 'America/Anchorage'],
    ['NST', 'America/St_Johns'],
    ['Atlantic Standard Time', 'America/Halifax'],
    ['Canada Central Standard Time', 'America/Regina'],
    ['Central Standard Time (Mexico)', 'America/Mexico_City'],
    ['AUS Eastern Standard Time', 'Australia/Sydney'],
    ['AEDT', 'Australia/Sydney'],
    ['AWST', 'Australia/Perth'],
    ['New Zealand Standard Time', 'Pacific/Auckland'],
    ['NZDT', 'Pacific/Auckland'],
    ['GMT', 'UTC'],
    ['utc', 'UTC'],
    ['India Standard Time', undefined],
    ['Tokyo Standard Time', undefined],
    ['EST5EDT', undefined],
    ['Singapore', undefined],
    ['NZ', undefined],
    ['+05:00', undefined],
    ['Mars/Olympus', undefined],
    ['', undefined],
    ['constructor', undefined],
  ] as const) {
    it(`knows ${JSON.stringify(name)} as ${iana}`, () => expect(timeZoneOf(name)).toBe(iana));
  }

  it('keep every IANA name that has a slash', () => {
    const names = Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'));
    expect(names.length).toBeGreaterThan(300);
    for (const name of names) expect(timeZoneOf(name)).toBe(name);
  });
});
