/** `keys list`: lists keys by their ids; their secrets are not stored. */

import type { Io } from '../io.ts';
import { listKeys } from './find-key.ts';
import { keyHealths } from './key-health.ts';
import { shortId } from './secrets.ts';
import type { Target } from './target.ts';
import { textTable } from './text-table.ts';
import { shownStored } from './values.ts';

export interface ListOptions {
  /** By default all partners, which reads the complete table. */
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
    // The metering of a key that is refused anyway does not matter.
    metering: metering ?? '',
    issued: shownStored(key.issuedAt ?? ''),
    expires: shownStored(key.expiresAt ?? ''),
    name: key.name ?? '',
  }));
  if (json) {
    io.out(JSON.stringify(rows));
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
      `${wrong} of them ${wrong === 1 ? 'has' : 'have'} a faulty metering key: npm run admin -- keys explain, keys repair.`,
    );
};
