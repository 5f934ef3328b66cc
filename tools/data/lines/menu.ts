/** The line of a location's menu, in the form of a response. */
import { timeOf } from '../../../lib/contract/times.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { writtenAt } from '../../../lib/dynamodb/writes/marks.ts';
import { menu } from '../../../lib/menus/contracts/get-menu-details.ts';
import { type MenuRecord, menuEntity, menuItem, menusPartition } from '../../../lib/menus/repository/menu.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, lineOf, positive, refused } from './line.ts';

const TIMES = ['createdAt', 'updatedAt'] as const;

const isTime = (text: string | undefined): text is string => text !== undefined && !Number.isNaN(timeOf(text));

/** In the order of the schema, as records are compared as text. */
const bornAt = ({ id, menuDetails, createdAt, ...rest }: MenuRecord, at: string): MenuRecord => ({
  id,
  menuDetails,
  createdAt: createdAt ?? at,
  ...rest,
});

/** When the menu was loaded first. */
const birthOf = (found: Item): string => {
  const { createdAt } = JSON.parse(String(found.record)) as MenuRecord;
  return isTime(createdAt) ? createdAt : writtenAt(found);
};

export const menuLine: LineKind = {
  entity: menuEntity,
  pass: 3,
  schema: lineOf({ businessNumber: positive, menu }),
  read(fields) {
    const { businessNumber, menu: record } = fields as unknown as { businessNumber: number; menu: MenuRecord };
    const wrong = TIMES.find((name) => record[name] !== undefined && !isTime(record[name]));
    if (wrong) return refused(`menu.${wrong} must be a date or time`);
    return {
      about: `menu of business ${businessNumber}`,
      async write(context) {
        const owner = await context.owners.ofBusiness(businessNumber);
        if (!owner) return refused(`business ${businessNumber} does not exist`);
        const { partnerId, accountNumber } = owner;
        const itemOf = (at: string) =>
          menuItem(partnerId, { businessNumber, accountNumber, record: bornAt(record, at) });
        return upsert(context, {
          fresh: itemOf(new Date().toISOString()),
          over: (found) => itemOf(birthOf(found)),
        });
      },
    };
  },
  lineOf: ({ businessNumber, record }) => ({ type: 'menu', businessNumber, menu: JSON.parse(String(record)) }),
  ofAccount: menusPartition,
};
