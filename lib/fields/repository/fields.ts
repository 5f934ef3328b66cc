/** The fields of a partner's accounts: made, changed and deleted in transactions that hold names unique and limits kept. */
import type { Item } from '../../dynamodb/attributes.ts';
import { type Committed, commit } from '../../dynamodb/commit.ts';
import type { Opened } from '../../dynamodb/entity.ts';
import { marksOf, nextMark } from '../../dynamodb/marks.ts';
import { deletionOf, updateAction } from '../../dynamodb/parts.ts';
import { checkRecordBytes } from '../../dynamodb/record-size.ts';
import { sources } from '../../dynamodb/sources.ts';
import type { Action } from '../../dynamodb/transactions.ts';
import { accountKey, NOT_CLOSING } from '../../partners/repository/account.ts';
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
  /** Given where what values hang on changes: options, or what may be searched by. */
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

    /** Makes a field that was judged on a register. One call. */
    create: (register: Register, field: Field): Promise<Committed> => {
      const { owner } = register;
      const mark = nextMark();
      const account: Action = {
        ConditionCheck: {
          Key: accountKey(owner.partnerId, owner.accountNumber),
          ConditionExpression: `attribute_exists(pk) AND ${NOT_CLOSING}`,
          ExpressionAttributeValues: { ':now': sources.now() },
        },
      };
      const actions = [creationOf(owner, field, mark), changedRegister(register), account];
      return commit(store, {
        actions,
        judgedVersion: 0,
        mark,
        result: { id: field.id, accountNumber: owner.accountNumber },
      });
    },

    /** Changes a field on the version that was judged. One call. */
    change: (change: FieldChange): Promise<Committed> => {
      const { field, register, unused } = change;
      marksOf(field.item);
      const mark = nextMark();
      const actions = [changeAction(change, mark), ...(register ? [changedRegister(register, { unused })] : [])];
      return commit(store, { actions, judgedVersion: field.version, mark });
    },

    /** Deletes a field; its values are removed by what the stream shows its tombstone to. One call. */
    remove: (register: Register, field: StoredField): Promise<Committed> => {
      const { owner } = register;
      marksOf(field.item);
      const mark = nextMark();
      const { Delete } = deletionOf(field.item) as Extract<Action, { Delete: unknown }>;
      const own: Action = {
        Delete: {
          ...Delete,
          ConditionExpression: 'version = :version AND p0 = :mark',
          ExpressionAttributeValues: { ':version': field.version, ':mark': field.item.p0 },
        },
      };
      const at = new Date(sources.now()).toISOString();
      const actions = [own, { Put: { Item: fieldTombstone(owner, field, mark, at) } }, changedRegister(register)];
      return commit(store, {
        actions,
        judgedVersion: field.version,
        mark,
        landed: async () => (await table.get(fieldTombstoneKey(owner, field.id)))?.p0 === mark,
      });
    },
  };
}) satisfies Opened<unknown>;
