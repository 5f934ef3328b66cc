/** Time zones to choose from, with the offsets of a given time. Pure. */

export interface ZoneChoice {
  /** The name in the IANA database. */
  readonly value: string;
  /** `(GMT+05:30) Asia/Kolkata`. */
  readonly label: string;
}

/** The offset of a zone in minutes ahead of UTC. */
const offsetAt = (zone: string, now: number): number => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])([0-9]{2}):([0-9]{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

const two = (number: number): string => String(number).padStart(2, '0');

const offsetText = (minutes: number): string => {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
};

/**
 * Every zone of the runtime's database, and UTC, sorted by offset, then by name.
 *
 * @param now - epoch milliseconds: the time of the offsets
 */
export const zoneChoices = (now: number): readonly ZoneChoice[] => {
  const names = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])];
  return names
    .map((value) => ({ value, offset: offsetAt(value, now) }))
    .toSorted((a, b) => a.offset - b.offset || (a.value < b.value ? -1 : 1))
    .map(({ value, offset }) => ({ value, label: `(GMT${offsetText(offset)}) ${value}` }));
};
