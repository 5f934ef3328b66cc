/** `partner list`: lists the partners, and what each has. */
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { apiKeyFrom, isUsable } from '../../lib/partners/repository/api-key.ts';
import { partnerFrom } from '../../lib/partners/repository/partner.ts';
import { startRun } from '../data/run/run.ts';
import type { Io } from '../io.ts';
import type { Target } from './target.ts';
import { textTable } from './text-table.ts';

export interface PartnerListOptions {
  readonly json?: boolean | undefined;
  /** The file that keeps the position. */
  readonly resume?: string | undefined;
}

/** A partner's row. `offboarding`: its removal was started, and interrupted. */
export interface PartnerRow {
  readonly partner: string;
  readonly name: string;
  readonly state: 'active' | 'suspended' | 'offboarding';
  readonly usableKeys: number;
  readonly keys: number;
  readonly accounts: number;
  readonly locations: number;
}

const HEADINGS = ['partner', 'name', 'state', 'usableKeys', 'keys', 'accounts', 'locations'] as const;
const COUNTED: Readonly<Record<string, 'accounts' | 'locations' | 'keys'>> = {
  account: 'accounts',
  business: 'locations',
  apiKey: 'keys',
};

type Counts = Record<'accounts' | 'locations' | 'keys' | 'usableKeys', number>;

/** What the table has of partners. It is kept with the position, as JSON. */
interface Found {
  readonly partners: Record<string, ReturnType<typeof partnerFrom>>;
  readonly erased: Record<string, true>;
  readonly counts: Record<string, Counts>;
}

/** A partner may be called `constructor`. */
const ofPartner = <T>(found: Readonly<Record<string, T>>, partnerId: string): T | undefined =>
  Object.hasOwn(found, partnerId) ? found[partnerId] : undefined;

const NONE: Counts = { accounts: 0, locations: 0, keys: 0, usableKeys: 0 };

const note = ({ partners, erased, counts }: Found, item: Item, now: number): void => {
  const partnerId = String(item.partnerId);
  if (item.type === 'partner') partners[partnerId] = partnerFrom(item);
  else if (item.type === 'partnerErasure') erased[partnerId] = true;
  const counted = COUNTED[String(item.type)];
  if (!counted) return;
  const own = ofPartner(counts, partnerId) ?? { ...NONE };
  counts[partnerId] = own;
  own[counted]++;
  if (item.type === 'apiKey' && isUsable(apiKeyFrom(item), now)) own.usableKeys++;
};

/** Reads the complete table once. Erased partners are not listed. */
export const listPartners = async (
  target: Target,
  io: Io,
  { json, resume }: PartnerListOptions,
): Promise<PartnerRow[]> => {
  const { table } = target;
  const at = resume === undefined ? undefined : { file: resume, command: 'partner list', table: table.name };
  const run = startRun({ io, at });
  const found = run.keep<Found>('found', { partners: {}, erased: {}, counts: {} });
  await run.sweep({
    phase: 'partners',
    table,
    what: 'Reading',
    types: ['partner', 'partnerErasure', ...Object.keys(COUNTED)],
    see: (items) => () => {
      for (const item of items) note(found, item, io.now());
    },
  });
  run.end();
  const rows = Object.values(found.partners)
    .map(({ partnerId, name, suspendedAt }): PartnerRow => {
      const isActive = suspendedAt === undefined;
      const state = ofPartner(found.erased, partnerId) ? 'offboarding' : isActive ? 'active' : 'suspended';
      return { partner: partnerId, name, state, ...(ofPartner(found.counts, partnerId) ?? NONE) };
    })
    .toSorted((a, b) => (a.partner < b.partner ? -1 : 1));
  if (json) io.out(JSON.stringify(rows));
  else if (rows.length > 0)
    io.out(
      textTable(
        HEADINGS,
        rows.map((row) => HEADINGS.map((heading) => String(row[heading]))),
      ),
    );
  if (!json) io.log(`${rows.length} ${rows.length === 1 ? 'partner' : 'partners'} at ${target.place}.`);
  return rows;
};
