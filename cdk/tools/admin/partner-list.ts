/** `partner list`: which partners there are, and what each has. */
import { apiKeyFrom, isUsable } from '../../../lib/partners/repository/api-key.ts';
import { partnerFrom } from '../../../lib/partners/repository/partner.ts';
import { scanItems } from '../data/commands/scan.ts';
import type { Io } from '../io.ts';
import type { Target } from './target.ts';
import { textTable } from './text-table.ts';

export interface PartnerListOptions {
  readonly json?: boolean | undefined;
}

/** What is shown of a partner. `offboarding`: its removal was begun, and cut off. */
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

/** Reads the whole table once. Partners that were erased are no more. */
export const listPartners = async (target: Target, io: Io, { json }: PartnerListOptions): Promise<PartnerRow[]> => {
  const partners = new Map<string, ReturnType<typeof partnerFrom>>();
  const erased = new Set<string>();
  const counts = new Map<string, Record<'accounts' | 'locations' | 'keys' | 'usableKeys', number>>();
  const countsOf = (partner: string) => {
    const found = counts.get(partner) ?? { accounts: 0, locations: 0, keys: 0, usableKeys: 0 };
    counts.set(partner, found);
    return found;
  };
  for await (const item of scanItems(target.table)) {
    const partnerId = String(item.partnerId);
    const counted = COUNTED[String(item.type)];
    if (counted) countsOf(partnerId)[counted]++;
    if (item.type === 'partner') partners.set(partnerId, partnerFrom(item));
    else if (item.type === 'partnerErasure') erased.add(partnerId);
    else if (item.type === 'apiKey' && isUsable(apiKeyFrom(item), io.now())) countsOf(partnerId).usableKeys++;
  }
  const rows = [...partners.values()]
    .map(({ partnerId, name, suspendedAt }): PartnerRow => {
      const isActive = suspendedAt === undefined;
      const state = erased.has(partnerId) ? 'offboarding' : isActive ? 'active' : 'suspended';
      return { partner: partnerId, name, state, ...countsOf(partnerId) };
    })
    .toSorted((a, b) => (a.partner < b.partner ? -1 : 1));
  if (json) io.out(JSON.stringify(rows, null, 2));
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
