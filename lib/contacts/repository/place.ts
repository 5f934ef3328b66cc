/** What a number names for lists of contacts: all of an account, or those of one location. */
import { businessFrom } from '../../business/repository/business.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { accountKeys, isAt } from '../../partners/repository/account.ts';

export interface Place {
  readonly accountNumber: number;
  /** The location, where the number names one. */
  readonly businessNumber?: number;
  /** Of the location, or else of the account. */
  readonly name: string;
  /** Whether the number names an account of accounts. */
  readonly isReseller: boolean;
}

export const places = (({ table, partnerId }) => ({
  /** One call. */
  find: async (number: number): Promise<Place | undefined> => {
    const keys = accountKeys(partnerId, number);
    const items = await table.batchGet(keys);
    const [account, location] = keys.map((key) => items.find((item) => isAt(item, key)));
    if (account)
      return {
        accountNumber: number,
        name: String(account.name ?? ''),
        isReseller: account.businessType === 'Reseller',
      };
    if (!location) return undefined;
    return {
      accountNumber: Number(location.accountNumber),
      businessNumber: number,
      name: String(businessFrom(location).profile.name ?? ''),
      isReseller: false,
    };
  },
})) satisfies Opened<unknown>;
