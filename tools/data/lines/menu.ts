/** The line of a location's menu, in the form of a response. */
import { menu } from '../../../lib/menus/contracts/get-menu-details.ts';
import { type MenuRecord, menuEntity, menuItem, menusPartition } from '../../../lib/menus/repository/menu.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, lineOf, positive, refused } from './line.ts';

export const menuLine: LineKind = {
  entity: menuEntity,
  pass: 3,
  schema: lineOf({ businessNumber: positive, menu }),
  read(fields) {
    const { businessNumber, menu: record } = fields as unknown as { businessNumber: number; menu: MenuRecord };
    return {
      about: `menu of business ${businessNumber}`,
      async write(context) {
        const owner = await context.owners.ofBusiness(businessNumber);
        if (!owner) return refused(`business ${businessNumber} does not exist`);
        const { partnerId, accountNumber } = owner;
        return upsert(context, { fresh: menuItem(partnerId, { businessNumber, accountNumber, record }) });
      },
    };
  },
  lineOf: ({ businessNumber, record }) => ({ type: 'menu', businessNumber, menu: JSON.parse(String(record)) }),
  ofAccount: menusPartition,
};
