/** The line of a custom field of an account. Its values come with the lines of locations. */

import { madeAgain } from '../../../lib/business/repository/tombstone.ts';
import { line, maxLine, maxText, trueOrFalse } from '../../../lib/contract/atoms.ts';
import { StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { recordBytes } from '../../../lib/dynamodb/table/record-size.ts';
import { updateAction } from '../../../lib/dynamodb/writes/dependent-items.ts';
import type { Action } from '../../../lib/dynamodb/writes/transactions.ts';
import {
  FIELD_TYPES,
  type Field,
  type FieldOwner,
  fieldBytes,
  fieldFrom,
  fieldItem,
  fieldsPartition,
  fieldTombstoneKey,
  LONGEST_NAME,
  LONGEST_VALUE,
  MOST_BYTES,
  MOST_FIELDS,
  MOST_FILTERABLE,
  MOST_OPTIONS,
  nameKey,
  type StoredField,
} from '../../../lib/fields/repository/field.ts';
import { fieldEntity } from '../../../lib/fields/repository/field-entities.ts';
import { optionsIn } from '../../../lib/fields/repository/fit.ts';
import { changedRegister, hasRoom, type Register, registerOf } from '../../../lib/fields/repository/register.ts';
import { isReserved } from '../../../lib/fields/repository/reserved.ts';
import { isAnyValue } from '../../../lib/fields/repository/values.ts';
import { standingProblems } from '../../../lib/fields/rules/field-rules.ts';
import { isOwn } from '../sent-writes.ts';
import { asLoaded, IF_NEW, stepTo, written } from '../upsert.ts';
import { type LineKind, type LoadContext, lineOf, positive, type Refused, refused, type Written } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

/** How often the fields of an account are read again when others change them meanwhile. */
const ATTEMPTS = 8;

type FieldLine = Omit<Field, 'created'> & { readonly created?: string };

/** Why the account can't have a field like this; `undefined` if it can. */
const refusedBy = (register: Register, line: FieldLine): Refused | undefined => {
  const { fields } = register;
  const { id, fieldName, filterable } = line;
  const others = fields.filter((each) => each.id !== id);
  if (others.some((each) => nameKey(each.fieldName) === nameKey(fieldName)))
    return refused('field.fieldName is the name of another field of the account');
  if (others.length >= MOST_FIELDS) return refused(`the account has ${MOST_FIELDS} fields`);
  const found = fields.find((each) => each.id === line.id);
  const grown = fieldBytes(register.owner, { created: '', ...line }) - (found ? recordBytes(found.item) : 0);
  if (!hasRoom(register, grown)) return refused(`the fields of the account have more than ${MOST_BYTES} bytes`);
  const isFull = filterable && others.filter((each) => each.filterable).length >= MOST_FILTERABLE;
  return isFull ? refused(`the account has ${MOST_FILTERABLE} filterable fields`) : undefined;
};

/** Why the stored field can't become what the line says. */
const refusedOver = async (
  context: LoadContext,
  owner: FieldOwner,
  found: StoredField,
  { type, dropDownOptions = [] }: FieldLine,
): Promise<Refused | undefined> => {
  if (found.type !== type) return refused('field.type cannot change');
  const leaving = (found.dropDownOptions ?? []).filter((each) => !dropDownOptions.includes(each));
  if (leaving.length === 0) return undefined;
  const store = { table: context.table, partnerId: owner.partnerId };
  const isUsed = await isAnyValue(store, owner, found.id, (value) =>
    optionsIn(type, value).some((each) => leaving.includes(each)),
  );
  return isUsed ? refused('field.dropDownOptions leaves out an option that a location uses') : undefined;
};

/** A deleted field continues with its next version, once its values are gone. */
const overTombstone = (left: Item): Action => ({
  Delete: {
    Key: { pk: String(left.pk), sk: String(left.sk) },
    ConditionExpression: 'p0 = :mark',
    ExpressionAttributeValues: { ':mark': left.p0 },
  },
});

const writeField = async (context: LoadContext, owner: FieldOwner, line: FieldLine): Promise<Written> => {
  const { table, dryRun, events } = context;
  const store = { table, partnerId: owner.partnerId };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const register = await registerOf(store, owner.accountNumber);
    const found = register.fields.find(({ id }) => id === line.id);
    const wrong = refusedBy(register, line) ?? (found && (await refusedOver(context, owner, found, line)));
    if (wrong) return wrong;
    const left = found ? undefined : await table.get(fieldTombstoneKey(owner, line.id));
    if (left && (await isAnyValue(store, owner, line.id, () => true)))
      return refused('the field is being deleted: load it again in a minute');
    const created = line.created ?? found?.created ?? new Date().toISOString();
    const made = fieldItem(owner, { ...line, created });
    const fresh = left ? madeAgain(made, left) : made;
    const step = stepTo(found?.item, fresh, context);
    if (dryRun || (found && !step.changes)) return written(step);
    const own: Action =
      found && step.changes
        ? updateAction(found.item, step.changes, { quiet: !events })
        : { Put: { Item: asLoaded(fresh, context), ConditionExpression: IF_NEW } };
    const outcome = await table.transact([
      own,
      changedRegister(register, { unused: true }),
      ...(left ? [overTombstone(left)] : []),
    ]);
    if (!outcome || isOwn(outcome, fresh)) return written(step);
  }
  throw new StoreUnavailable('other writers keep changing the fields of the account');
};

/** What is wrong with the field itself, apart from other fields. */
const problemOf = ({ fieldName, ...field }: FieldLine): string | undefined => {
  if (isReserved(fieldName)) return 'field.fieldName is the name of a field of the profile';
  return standingProblems(field)[0]?.error.message;
};

/** Leaves out flags that are off. */
const plain = ({ filterable, isHidden, ...rest }: FieldLine): FieldLine => ({
  ...rest,
  ...(filterable && { filterable }),
  ...(isHidden && { isHidden }),
});

export const customFieldLine: LineKind = {
  entity: fieldEntity,
  pass: 1,
  schema: lineOf({
    accountNumber: positive,
    field: {
      type: 'object',
      required: ['id', 'fieldName', 'type'],
      properties: {
        id: positive,
        fieldName: maxLine(LONGEST_NAME),
        type: { enum: FIELD_TYPES },
        defaultValue: maxText(LONGEST_VALUE),
        dropDownOptions: { type: 'array', items: line, 'x-read': 'list', maxItems: MOST_OPTIONS },
        fieldDescription: maxText(1000),
        filterable: trueOrFalse,
        isHidden: trueOrFalse,
        created: pointInTime,
      },
    },
  }),
  read(fields) {
    const { accountNumber, field: sent } = fields as unknown as { accountNumber: number; field: FieldLine };
    const field = inUtc(sent, ['created'], 'field.');
    if ('refused' in field) return field;
    const problem = problemOf(field);
    if (problem) return refused(problem);
    return {
      about: `custom field ${field.id} of account ${accountNumber}`,
      // Fields of one account are written one after another, and after their account.
      locks: [`fields of account ${accountNumber}`],
      waits: true,
      async write(context) {
        const partnerId = await context.owners.ofAccount(accountNumber);
        if (partnerId === undefined) return refused(`account ${accountNumber} does not exist`);
        return writeField(context, { partnerId, accountNumber }, plain(field));
      },
    };
  },
  lineOf(item) {
    const { version: _, item: __, ...field } = fieldFrom(item);
    return { type: 'customField', accountNumber: Number(item.accountNumber), field };
  },
  ofAccount: (partnerId, accountNumber) => fieldsPartition({ partnerId, accountNumber }),
};
