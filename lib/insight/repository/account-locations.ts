/** The locations of an account, in order of number, from the index: which are on a page, and how many there are. */
import type { PageWindow } from '../../contract/page-window.ts';
import type { Opened } from '../../dynamodb/entity.ts';
import { INDEX } from '../../dynamodb/keys.ts';
import { readAhead } from '../../dynamodb/read-ahead.ts';
import { childrenPartition } from '../../partners/repository/account.ts';

export interface NamedLocation {
  readonly businessNumber: number;
  readonly name: string;
}

/** Rows of a call: about 1 MB of them. */
const PAGE = 4000;

export const accountLocations = (({ table, partnerId }) => ({
  /** All rows of the account are read, to count them: some 60 read units for each 1,000. May be a second old. */
  page: async (
    accountNumber: number,
    { start, end }: PageWindow,
  ): Promise<{ readonly total: number; readonly locations: readonly NamedLocation[] }> => {
    const pages = table.query({
      IndexName: INDEX,
      KeyConditionExpression: 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': childrenPartition(partnerId, accountNumber) },
      ProjectionExpression: 'sk, gsi1sk, #name',
      ExpressionAttributeNames: { '#name': 'name' },
      Limit: PAGE,
    });
    const locations: NamedLocation[] = [];
    let total = 0;
    for await (const page of readAhead(pages)) {
      for (const { sk, gsi1sk, name = '' } of page) {
        // An account has sub-accounts too.
        if (sk !== 'PROFILE') continue;
        if (total >= start && total < end) locations.push({ businessNumber: Number(gsi1sk), name: String(name) });
        total++;
      }
    }
    return { total, locations };
  },
})) satisfies Opened<unknown>;
