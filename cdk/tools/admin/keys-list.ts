/** `keys list`: which keys there are, by their ids; nobody knows their secrets. */

import type { Io } from '../io.ts';
import { listKeys } from './find-key.ts';
import { keyState, shortId } from './secrets.ts';
import type { Target } from './target.ts';
import { textTable } from './text-table.ts';
import { shownTime } from './values.ts';

const shown = (time: string | undefined): string => (time === undefined ? '' : shownTime(Date.parse(time)));

export interface ListOptions {
  /** All partners without it, which reads the whole table. */
  readonly partner?: string | undefined;
  readonly json?: boolean | undefined;
}

export const listIssuedKeys = async (
  { table, place }: Target,
  io: Io,
  { partner, json }: ListOptions,
): Promise<void> => {
  const rows = (await listKeys(table, partner)).map((key) => ({
    key: shortId(key.sha256),
    partner: key.partnerId,
    plan: key.plan,
    state: keyState(key, io.now()),
    issued: shown(key.issuedAt),
    expires: shown(key.expiresAt),
    name: key.name ?? '',
  }));
  if (json) {
    io.out(JSON.stringify(rows, null, 2));
    return;
  }
  if (rows.length > 0) {
    const headings = ['key', 'partner', 'plan', 'state', 'issued', 'expires', 'name'] as const;
    io.out(
      textTable(
        headings,
        rows.map((row) => headings.map((heading) => row[heading])),
      ),
    );
  }
  const whose = partner === undefined ? '' : ` of partner ${partner}`;
  io.log(`${rows.length} ${rows.length === 1 ? 'key' : 'keys'}${whose} at ${place}.`);
};
