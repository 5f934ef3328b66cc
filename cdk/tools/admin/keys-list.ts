/** `keys list`: which keys there are, by their ids; nobody knows their secrets. */

import type { Io } from '../io.ts';
import { listKeys } from './find-key.ts';
import { keyHealths } from './key-health.ts';
import { shortId } from './secrets.ts';
import type { Target } from './target.ts';
import { textTable } from './text-table.ts';
import { shownTime } from './values.ts';

const shown = (time: string | undefined): string => (time === undefined ? '' : shownTime(Date.parse(time)));

export interface ListOptions {
  /** All partners without it, which reads the whole table. */
  readonly partner?: string | undefined;
  readonly json?: boolean | undefined;
}

export const listIssuedKeys = async (target: Target, io: Io, { partner, json }: ListOptions): Promise<void> => {
  const healths = await keyHealths(target, await listKeys(target.table, partner), { now: io.now(), partner });
  const rows = healths.map(({ key, state, metering }) => ({
    key: shortId(key.sha256),
    partner: key.partnerId,
    plan: key.plan,
    state,
    // Of a key that is refused anyway it does not matter.
    metering: metering ?? '',
    issued: shown(key.issuedAt),
    expires: shown(key.expiresAt),
    name: key.name ?? '',
  }));
  if (json) {
    io.out(JSON.stringify(rows, null, 2));
    return;
  }
  if (rows.length > 0) {
    const headings = ['key', 'partner', 'plan', 'state', 'metering', 'issued', 'expires', 'name'] as const;
    io.out(
      textTable(
        headings,
        rows.map((row) => headings.map((heading) => row[heading])),
      ),
    );
  }
  const whose = partner === undefined ? '' : ` of partner ${partner}`;
  io.log(`${rows.length} ${rows.length === 1 ? 'key' : 'keys'}${whose} at ${target.place}.`);
  const wrong = healths.filter(({ metering }) => metering !== undefined && metering !== 'metered').length;
  if (wrong > 0)
    io.log(
      `${wrong} of them ${wrong === 1 ? 'is' : 'are'} not metered as they must be: npm run admin -- keys explain, keys repair.`,
    );
};
