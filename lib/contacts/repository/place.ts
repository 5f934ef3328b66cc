/** What a number names for lists of contacts: all of an account, or those of one location. */
import type { Opened } from '../../dynamodb/entity.ts';
import { accountKeys, isAt } from '../../partners/repository/account.ts';

export interface Place {
  readonly accountNumber: number;
  /** The location, where the number names one. */
  readonly businessNumber?: number;
  /** Whether the number names an account of accounts. */
  readonly isReseller: boolean;
}

export const places = (({ table, partnerId }) => ({
  /** One call. */
  find: async (number: number): Promise<Place | undefined> => {
    const keys = accountKeys(partnerId, number);
    const items = await table.batchGet(keys);
    const [account, location] = keys.map((key) => items.find((item) => isAt(item, key)));
    if (account) return { accountNumber: number, isReseller: account.businessType === 'Reseller' };
    if (!location) return undefined;
    return { accountNumber: Number(location.accountNumber), businessNumber: number, isReseller: false };
  },
})) satisfies Opened<unknown>;
