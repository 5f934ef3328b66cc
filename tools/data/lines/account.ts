/** The line of a partner's account. Its number stays with the partner that had it first. */

import { tombstoneKey } from '../../../lib/business/repository/tombstone.ts';
import { countryCode } from '../../../lib/catalog/country-code.ts';
import { line, maxLine, text, url, zeroOrOne } from '../../../lib/contract/atoms.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import {
  type Account,
  accountDetails,
  accountFrom,
  accountItem,
  accountKey,
  ownerItem,
} from '../../../lib/partners/repository/account.ts';
import { accountEntity } from '../../../lib/partners/repository/account-entities.ts';
import type { Owners } from '../owners.ts';
import { type ConditionalAction, upsert } from '../upsert.ts';
import { type LineKind, lineOf, partnerIdText, positive, refused } from './line.ts';
import { activationStatus, keptOrigin, originOf } from './origin.ts';
import { pointInTime } from './times.ts';

/**
 * Reserves a number for a partner's account or location; fails if the number is another partner's, or of the other kind.
 */
export const takeNumber = (kind: 'account' | 'business', number: number, partnerId: string): ConditionalAction => ({
  action: {
    Put: {
      Item: ownerItem(kind, number, partnerId),
      ConditionExpression: 'attribute_not_exists(pk) OR (partnerId = :partner AND kind = :kind)',
      ExpressionAttributeValues: { ':partner': partnerId, ':kind': kind },
    },
  },
  otherwise: (found) =>
    found?.partnerId === partnerId
      ? `${number} is already the number of ${found.kind === 'account' ? 'an account' : 'a location'}`
      : `${kind} ${number} belongs to another partner`,
  tombstone: tombstoneKey(partnerId, kind, number),
});

/** The names in data files of attributes that are stored under another name. */
const STORED: Readonly<Record<string, string>> = {
  website: 'websiteUrl',
  zip: 'location.zip',
  countryCode: 'location.countryCode',
};
const LINE_NAMES = new Map(Object.entries(STORED).map(([name, stored]) => [stored, name]));

/** Why an account can't be a sub-account of this one; `undefined` if it can. */
const refusedParent = async (owners: Owners, { accountNumber, partnerId, parent }: Account) => {
  for (let above = parent; above !== undefined; ) {
    if (above === accountNumber) return refused('parent: an account cannot be its own ancestor');
    const account = await owners.account(above);
    if (account?.partnerId !== partnerId) return refused(`parent: account ${above} does not exist`);
    above = account.parent;
  }
  return undefined;
};

export const accountLine: LineKind = {
  entity: accountEntity,
  pass: 1,
  schema: lineOf(
    { accountNumber: positive, partnerId: partnerIdText, name: text },
    {
      businessType: { enum: ['Enterprise', 'Reseller'] },
      parent: positive,
      hierarchyLevels: { type: 'array', items: maxLine(250), maxItems: 10, uniqueItems: true },
      website: url,
      status: activationStatus,
      createdAt: pointInTime,
      createdBy: text,
      emailId: line,
      phone: line,
      zip: line,
      countryCode,
      entityCategory: { enum: ['physical_location', 'provider'] },
      aggrOptions: zeroOrOne,
    },
  ),
  read(fields) {
    const { accountNumber, partnerId } = fields as unknown as Account;
    const details = Object.fromEntries(Object.entries(fields).map(([name, value]) => [STORED[name] ?? name, value]));
    const origin = originOf(fields);
    if ('refused' in origin) return origin;
    const account = { ...details, ...origin, accountNumber, partnerId, type: undefined } as unknown as Account;
    return {
      about: `account ${accountNumber}`,
      waits: account.parent !== undefined,
      // Two accounts that are named as sub-accounts of each other at once would both find none above them.
      ...(account.parent !== undefined && { locks: [`parents of ${partnerId}`] }),
      async write(context) {
        if (!(await context.owners.hasPartner(partnerId))) return refused(`partner ${partnerId} does not exist`);
        const wrong = await refusedParent(context.owners, account);
        if (wrong) return wrong;
        const written = await upsert(context, {
          fresh: accountItem(account),
          alongside: takeNumber('account', accountNumber, partnerId),
          over: (found) => keptOrigin(accountItem(account), found, fields),
        });
        context.owners.forget(accountKey(partnerId, accountNumber));
        return written;
      },
    };
  },
  lineOf(item: Item) {
    const { accountNumber, partnerId, ...account } = accountFrom(item);
    const details = accountDetails.flatMap((name) =>
      account[name] === undefined ? [] : [[LINE_NAMES.get(name) ?? name, account[name]] as const],
    );
    return { type: 'account', accountNumber, partnerId, ...Object.fromEntries(details) };
  },
};
