/** How the listing of a location stands on a site, as another system reports it: an item for each site. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf, type Opened } from '../../dynamodb/table/entity.ts';
import { joined, type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';

/** The type of its items. */
export const SITE_STATUS = 'siteStatus';

export interface SiteStatus {
  readonly businessNumber: number;
  readonly accountNumber: number;
  /** Of the catalogue of review sources, one with listings. */
  readonly siteAlias: string;
  readonly url?: string | undefined;
  /** ISO 8601, in UTC; it may be in the future. */
  readonly syncedAt?: string | undefined;
  readonly errors?: readonly string[] | undefined;
}

/** The fields of a line, in the order in which data files write them. */
export const SITE_STATUS_FIELDS = [
  'businessNumber',
  'siteAlias',
  'url',
  'syncedAt',
  'errors',
] as const satisfies readonly (keyof SiteStatus)[];

export const SITES_PREFIX = 'SITES#';

export const siteStatusKey = (partnerId: string, businessNumber: number, siteAlias: string): Key => ({
  pk: ofPartner(partnerId, 'BUSINESS', businessNumber),
  sk: `${SITES_PREFIX}${siteAlias}`,
});

/** Where the index lists those of an account: an export asks for them. */
export const sitesPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'SITES');

/** A new item for the status of a site. */
export const siteStatusItem = (partnerId: string, status: SiteStatus): Item => {
  const record = { ...status, partnerId };
  return itemOf(
    SITE_STATUS,
    { ...record, ...firstMark(), bytes: recordBytes(record) },
    {
      ...siteStatusKey(partnerId, status.businessNumber, status.siteAlias),
      gsi1pk: sitesPartition(partnerId, status.accountNumber),
      gsi1sk: joined(sortable(status.businessNumber), status.siteAlias),
    },
  );
};

/** The opposite of `siteStatusItem`. */
export const siteStatusFrom = (item: Item): SiteStatus => ({
  ...(Object.fromEntries(
    SITE_STATUS_FIELDS.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
  ) as unknown as SiteStatus),
  accountNumber: Number(item.accountNumber),
});

/** The statuses of a partner's locations. */
export const siteStatuses = (({ table, partnerId }) => ({
  /** Of these sites, by alias. One call. */
  find: async (businessNumber: number, aliases: readonly string[]): Promise<ReadonlyMap<string, SiteStatus>> => {
    const items = await table.batchGet(aliases.map((alias) => siteStatusKey(partnerId, businessNumber, alias)));
    return new Map(items.map((item) => [String(item.siteAlias), siteStatusFrom(item)]));
  },
})) satisfies Opened<unknown>;
