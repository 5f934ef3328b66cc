/** What the tests of custom fields share: accounts of their own, requests, and what both sides have of values. */
import { handler as updateBusiness } from '../../../functions/business/update-business.ts';
import { handler as createField } from '../../../functions/fields/create-field.ts';
import { handler as deleteField } from '../../../functions/fields/delete-field.ts';
import { handler as getField } from '../../../functions/fields/get-field.ts';
import { handler as listFields } from '../../../functions/fields/list-fields.ts';
import { handler as setFieldValue } from '../../../functions/fields/set-field-value.ts';
import { handler as updateField } from '../../../functions/fields/update-field.ts';
import { businesses, businessItem } from '../../../lib/business/repository/business.ts';
import type { Sweep } from '../../../lib/dynamodb/stream/roles.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { removeValues } from '../../../lib/fields/remove-values.ts';
import { type FieldOwner, fieldTombstoneKey, valuesPartition } from '../../../lib/fields/repository/field.ts';
import { rowsOf } from '../../../lib/fields/repository/location-fields.ts';
import { registerOf } from '../../../lib/fields/repository/register.ts';
import { accountItem, ownerItem } from '../../../lib/partners/repository/account.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { bringOnce } from '../../support/kept-records.ts';
import { createTestTable } from '../../support/store.ts';
import { REQUIRED, world } from '../../support/world.ts';

const partnerId = 'ours';
let table: Table;
let last = 610_000;

/** For `beforeAll`: the world, in a table of this test file's own. */
export const openWorld = async (): Promise<Table> => {
  const opened = await createTestTable();
  await bringOnce(opened, world);
  table = opened;
  return table;
};

/** For tests that have opened the world themselves. */
export const inWorld = (opened: Table): void => {
  table = opened;
};

export const theTable = (): Table => table;
export const theStore = () => ({ table, partnerId });

/** A new account of ours with so many locations; its number, theirs follow on it. */
export const newAccount = async (locations = 1): Promise<number> => {
  const accountNumber = last + 1;
  last += locations + 1;
  await table.put({ Item: accountItem({ accountNumber, partnerId, name: 'A' }) });
  await table.put({ Item: ownerItem('account', accountNumber, partnerId) });
  for (let index = 1; index <= locations; index++) {
    const own = { businessNumber: accountNumber + index, accountNumber, listingFixed: false };
    await table.put({ Item: businessItem(partnerId, { ...own, profile: { name: `Location ${index}` } }) });
  }
  return accountNumber;
};

const headersOf = (account: number, more: Record<string, string> = {}) => ({
  headers: { 'x-business-number': String(account), ...more },
});

type Headers = Record<string, string>;
interface More extends Omit<Call, 'headers'> {
  readonly headers?: Headers;
}

const ask =
  (handler: Parameters<typeof call>[0]) =>
  (account: number, request: Call, { headers = {}, ...more }: More = {}): Promise<Answer> =>
    call(handler, { ...request, ...more, ...headersOf(account, headers) });

const create = ask(createField);
const update = ask(updateField);
const get = ask(getField);
const list = ask(listFields);
const remove = ask(deleteField);
const set = ask(setFieldValue);

export const creating = (account: number, body: unknown, more?: More) => create(account, { body }, more);
export const updating = (account: number, id: number, body: unknown, more?: More) =>
  update(account, { path: { fieldId: String(id) }, body }, more);
export const getting = (account: number, id: number, more?: More) =>
  get(account, { path: { fieldId: String(id) } }, more);
export const listing = (account: number, body: unknown, more?: More) => list(account, { body }, more);
export const deleting = (account: number, id: number, more?: More) =>
  remove(account, { path: { fieldId: String(id) } }, more);
export const setting = (account: number, body: unknown, more?: More) => set(account, { body }, more);

/** Update business with rows of custom fields. */
export const putRows = (businessNumber: number, customFields: unknown, more: Call = {}): Promise<Answer> =>
  call(updateBusiness, {
    path: { businessId: String(businessNumber) },
    body: { ...REQUIRED, customFields },
    ...more,
  });

/** A new field; its id. */
export const newField = async (account: number, fieldName: string, more: object = {}): Promise<number> => {
  const answer = await creating(account, { fieldName, type: 'TEXT', ...more });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.id;
};

export const codeOf = ({ status, body }: Answer) => [status, body.code ?? null];

export const ownerOf = (accountNumber: number): FieldOwner => ({ partnerId, accountNumber });

/** The rows of a location. */
export const rowsAt = async (businessNumber: number) => rowsOf((await businesses(theStore()).find(businessNumber))!);

/** What the items of values say of a field, by location; `undefined` for a row without a value. */
export const valuesAt = async (accountNumber: number, fieldId: number): Promise<Map<number, string | undefined>> => {
  const found = new Map<number, string | undefined>();
  const pages = table.query({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': valuesPartition(ownerOf(accountNumber), fieldId) },
    ConsistentRead: true,
  });
  for await (const page of pages)
    for (const { businessNumber, value } of page) found.set(Number(businessNumber), value as string | undefined);
  return found;
};

export const fieldsAt = async (accountNumber: number) => (await registerOf(theStore(), accountNumber)).fields;

export const tombstoneOf = async (accountNumber: number, id: number): Promise<Item> =>
  (await table.get(fieldTombstoneKey(ownerOf(accountNumber), id)))!;

/** What the stream does with a field that was deleted. */
export const sweep = async (accountNumber: number, id: number, hasTime = () => true): Promise<Sweep> =>
  removeValues(theStore(), await tombstoneOf(accountNumber, id), hasTime);
