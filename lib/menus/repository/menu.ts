/** Menus: one record for a location. The record is kept as JSON text: it is answered as it came and never queried. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { type Entity, itemOf } from '../../dynamodb/table/entity.ts';
import { type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { blocksOf } from '../../dynamodb/table/read-units.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { deletionsAt } from '../../dynamodb/writes/dependent-items.ts';
import { firstMark, writtenAt } from '../../dynamodb/writes/marks.ts';

/** The record of a menu less its two numbers. */
export interface MenuRecord {
  readonly id: string;
  readonly menuDetails: { readonly [field: string]: unknown };
  readonly createdAt?: string;
  readonly updatedAt?: string;
  readonly crmName?: string;
}

export interface Menu {
  readonly businessNumber: number;
  readonly accountNumber: number;
  readonly record: MenuRecord;
}

/** A menu as it is stored, with the time of its last write. */
export interface StoredMenu extends Menu {
  /** ISO 8601, in UTC. */
  readonly writtenAt: string;
}

/** A menu with its record still as text, so that no more is parsed than is answered. */
export type RawMenu = Omit<Menu, 'record'> & { readonly record: string; readonly p0: string };

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const menuEntity: Entity = {
  type: 'menu',
  keys: {
    pk: 'P#<partner>#BUSINESS#<number>',
    sk: 'MENU',
    index: ['P#<partner>#ACCOUNT#<account>#MENUS', '<number>#<blocks of 4 KB>'],
  },
  answers: 'What is the menu of this location? Which locations of this account have a menu?',
  attributes: {
    type: 'object',
    required: ['businessNumber', 'accountNumber', 'partnerId', 'record', 'version', 'bytes', 'p0'],
    properties: { businessNumber: number, accountNumber: number, partnerId: text, record: text },
  },
  exported: 'line',
  personal: false,
  events: false,
  counts: false,
  audit: 'values',
  removal: {
    // It goes with the record, at once; what lies here came at the same time.
    withLocation: async function* ({ table, partnerId }, { number }) {
      const { pk, sk } = menuKey(partnerId, number);
      yield* deletionsAt(table, pk, sk);
    },
    withAccount: 'goes with its location',
  },
};

export const menuKey = (partnerId: string, businessNumber: number): Key => ({
  pk: ofPartner(partnerId, 'BUSINESS', businessNumber),
  sk: 'MENU',
});

/** Where the index lists the menus of an account. */
export const menusPartition = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'MENUS');

/** Keys, marks and the like of an item, at most. */
const ADJACENT_TO_RECORD = 700;

export const menuItem = (partnerId: string, { record, businessNumber, accountNumber }: Menu): Item => {
  const own = { businessNumber, accountNumber, partnerId, record: JSON.stringify(record) };
  const bytes = recordBytes(own);
  return itemOf(
    'menu',
    { ...own, ...firstMark(), bytes },
    {
      ...menuKey(partnerId, businessNumber),
      gsi1pk: menusPartition(partnerId, accountNumber),
      // The index shows what a menu costs to read, before it is read.
      gsi1sk: `${sortable(businessNumber)}#${blocksOf(bytes + ADJACENT_TO_RECORD)}`,
    },
  );
};

export const parseMenu = (raw: RawMenu): StoredMenu => ({
  ...raw,
  record: JSON.parse(raw.record) as MenuRecord,
  writtenAt: writtenAt({ p0: raw.p0 }),
});
