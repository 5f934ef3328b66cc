/** The locations of an account, in order of number, from the index: which are on a page, and how many there are. */
import type { PageWindow } from '../../contract/page-window.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { INDEX } from '../../dynamodb/table/keys.ts';
import { readAhead } from '../../dynamodb/table/read-ahead.ts';
import { childrenPartition } from '../../partners/repository/account.ts';

export interface NamedLocation {
  readonly businessNumber: number;
  readonly name: string;
}

/** Rows of a call: about 1 MB of them. */
const PAGE = 4000;

export const accountLocations = (({ table, partnerId }) => ({
  /** All of the account, in order of number; `undefined` if they are more than `most`. May be a second old. */
  atMost: async (accountNumber: number, most: number): Promise<readonly number[] | undefined> => {
    const pages = table.query({
      IndexName: INDEX,
      KeyConditionExpression: 'gsi1pk = :pk',
      ExpressionAttributeValues: { ':pk': childrenPartition(partnerId, accountNumber) },
      ProjectionExpression: 'sk, gsi1sk',
      Limit: most * 2,
    });
    const numbers: number[] = [];
    for await (const page of pages) {
      // An account has sub-accounts too.
      numbers.push(...page.filter(({ sk }) => sk === 'PROFILE').map(({ gsi1sk }) => Number(gsi1sk)));
      if (numbers.length > most) return undefined;
    }
    return numbers;
  },

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
