/** The menu of a location, as it is answered. */
import { menu } from '../../../../lib/menus/contracts/get-menu-details.ts';
import { type MenuRecord, menuEntity, menuItem, menusPartition } from '../../../../lib/menus/repository/menu.ts';
import { bring } from '../bring.ts';
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
        return bring(context, { fresh: menuItem(partnerId, { businessNumber, accountNumber, record }) });
      },
    };
  },
  lineOf: ({ businessNumber, record }) => ({ type: 'menu', businessNumber, menu: JSON.parse(String(record)) }),
  ofAccount: menusPartition,
};
