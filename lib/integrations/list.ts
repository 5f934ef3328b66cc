/** A page of the mappings of an account, or of a location. */
import { places } from '../contacts/repository/place.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as laterErrors from '../contract/later-error-rows.ts';
import type { PageWindow } from '../contract/page-window.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { pageTooLarge } from './contracts/list-integrations.ts';
import type { Integration } from './repository/integration.ts';
import { integrations, type ListedMapping } from './repository/integrations.ts';

export interface MappingQuery {
  /** An account, or a location. */
  readonly businessId: number;
  readonly integrationGroupId: number | undefined;
  readonly active: boolean | undefined;
  readonly window: PageWindow;
}

export interface MappingPage {
  readonly totalCount: number;
  readonly mappings: readonly Integration[];
}

/** 4 MB of mappings. */
const MOST_BLOCKS = 1024;

const pageOfAccount = async (
  store: PartnerStore,
  accountNumber: number,
  { integrationGroupId, active, window }: MappingQuery,
): Promise<MappingPage | { readonly refused: ErrorEntry }> => {
  const { listed, read } = integrations(store);
  const page: ListedMapping[] = [];
  let totalCount = 0;
  for await (const rows of listed(accountNumber, integrationGroupId)) {
    for (const row of rows) {
      if (active !== undefined && row.active !== active) continue;
      if (totalCount >= window.start && totalCount < window.end) page.push(row);
      totalCount++;
    }
  }
  if (page.reduce((sum, { blocks }) => sum + blocks, 0) > MOST_BLOCKS) return { refused: pageTooLarge };
  return { totalCount, mappings: await read(page.map(({ key }) => key)) };
};

/** It may be a second old. */
export const pageOfMappings = async (
  store: PartnerStore,
  query: MappingQuery,
): Promise<MappingPage | { readonly refused: ErrorEntry }> => {
  const { businessId, integrationGroupId, active, window } = query;
  const place = await places(store).find(businessId);
  if (!place) return { refused: laterErrors.businessNotFound };
  if (place.businessNumber === undefined) return pageOfAccount(store, place.accountNumber, query);
  // A location has so few that all of them are read.
  const all = (await integrations(store).ofLocation(place.businessNumber)).filter(
    (each) =>
      (integrationGroupId === undefined || each.integrationGroupId === integrationGroupId) &&
      (active === undefined || each.active === active),
  );
  return { totalCount: all.length, mappings: all.slice(window.start, window.end) };
};
