/** An account of a partner. Its number stays with the partner that had it first. */
import { text } from '../../../../lib/contract/atoms.ts';
import { type Account, accountEntity, accountItem, ownerItem } from '../../../../lib/partners/repository/account.ts';
import { type Beside, bring } from '../bring.ts';
import { type LineKind, lineOf, partnerIdText, positive, refused } from './line.ts';

/** Takes a number for a partner, unless another one has it. */
export const takeNumber = (kind: 'ACCOUNT' | 'BUSINESS', number: number, partnerId: string): Beside => ({
  action: {
    Put: {
      Item: ownerItem(kind, number, partnerId),
      ConditionExpression: 'attribute_not_exists(pk) OR partnerId = :partner',
      ExpressionAttributeValues: { ':partner': partnerId },
    },
  },
  otherwise: `${kind.toLowerCase()} ${number} belongs to another partner`,
});

export const accountLine: LineKind = {
  entity: accountEntity,
  pass: 1,
  schema: lineOf({ accountNumber: positive, partnerId: partnerIdText, name: text }),
  read(fields) {
    const account = fields as unknown as Account;
    const { accountNumber, partnerId } = account;
    return {
      about: `account ${accountNumber}`,
      async write(context) {
        if (!(await context.owners.hasPartner(partnerId))) return refused(`partner ${partnerId} does not exist`);
        return bring(context, {
          fresh: accountItem(account),
          beside: takeNumber('ACCOUNT', accountNumber, partnerId),
        });
      },
    };
  },
  lineOf: ({ accountNumber, partnerId, name }) => ({ type: 'account', accountNumber, partnerId, name }),
};
