/**
 * The fields of a partner's accounts: made, changed and deleted in transactions that hold names unique and limits kept.
 */

import { clock } from '../../dynamodb/client/clock.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { checkRecordBytes } from '../../dynamodb/table/record-size.ts';
import { ifUnchanged, keyOf, updateAction } from '../../dynamodb/writes/dependent-items.ts';
import { markAbove, nextMark } from '../../dynamodb/writes/marks.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { creation, deletion, type Written, withDependents, write } from '../../dynamodb/writes/write.ts';
import { stillOpen } from '../../partners/repository/open-account.ts';
import {
  type Field,
  type FieldOwner,
  fieldFrom,
  fieldItem,
  fieldKey,
  fieldTombstone,
  fieldTombstoneKey,
  type StoredField,
} from './field.ts';
import { changedRegister, type Register } from './register.ts';

export const IF_NEW = 'attribute_not_exists(pk)';

/** The actions that make a field, without the change of the register. Its id belonged to none that was deleted. */
export const creationOf = (owner: FieldOwner, field: Field, mark: string): Action => {
  const item: Item = { ...fieldItem(owner, field), p0: mark };
  checkRecordBytes(Number(item.bytes));
  return { Put: { Item: item, ConditionExpression: IF_NEW } };
};

export interface FieldChange {
  readonly field: StoredField;
  /** Attributes by name; `null` removes one. Not empty. */
  readonly changes: Readonly<Record<string, unknown>>;
  /** Given where what others hang on changes: options, what may be searched by, or the size grows. */
  readonly register?: Register | undefined;
  /** Options are taken away. */
  readonly unused?: boolean;
}

const changeAction = ({ field, changes }: FieldChange, mark: string): Action =>
  updateAction(field.item, changes, { mark });

/** @throws ItemTooLarge */
export const checkChange = (change: FieldChange): void => {
  changeAction(change, nextMark());
};

export const fields = ((store) => {
  const { table } = store;
  return {
    /** One call. */
    find: async (owner: FieldOwner, id: number): Promise<StoredField | undefined> => {
      const item = await table.get(fieldKey(owner, id));
      return item && fieldFrom(item);
    },

    /** Creates a field that was validated with a register. One call. */
    create: (register: Register, field: Field): Promise<Written> => {
      const { owner } = register;
      const mark = nextMark();
      const actions = [
        creationOf(owner, field, mark),
        changedRegister(register),
        stillOpen(owner.partnerId, owner.accountNumber),
      ];
      return write(store, {
        strategy: creation(),
        actions,
        basedOn: [0],
        mark,
        result: { id: field.id, fieldName: field.fieldName, created: field.created },
      });
    },

    /** Changes a field on the version that was validated. One call. */
    change: (change: FieldChange): Promise<Written> => {
      const { field, register, unused } = change;
      const mark = markAbove(field.item);
      const actions = [changeAction(change, mark), ...(register ? [changedRegister(register, { unused })] : [])];
      return write(store, { strategy: withDependents, actions, basedOn: [field.version], mark });
    },

    /** Deletes a field; its values are removed by what the stream shows its tombstone to. One call. */
    remove: (register: Register, field: StoredField): Promise<Written> => {
      const { owner } = register;
      const mark = markAbove(field.item);
      const own: Action = { Delete: { Key: keyOf(field.item), ...ifUnchanged(field.item) } };
      const at = new Date(clock.now()).toISOString();
      const actions = [own, { Put: { Item: fieldTombstone(owner, field, mark, at) } }, changedRegister(register)];
      const strategy = deletion(fieldTombstoneKey(owner, field.id));
      return write(store, { strategy, actions, basedOn: [field.version], mark });
    },
  };
}) satisfies Opened<unknown>;
