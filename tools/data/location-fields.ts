/**
 * What a location's line writes in addition to its record: the fields that it names, and an item for each of its
 * values.
 */
import { businesses } from '../../lib/business/repository/business.ts';
import { drawNumber } from '../../lib/business/repository/creation.ts';
import { chunksOf } from '../../lib/dynamodb/client/concurrency.ts';
import { StoreUnavailable } from '../../lib/dynamodb/client/outcomes.ts';
import { pauseBefore } from '../../lib/dynamodb/client/pause.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import type { PartnerStore } from '../../lib/dynamodb/table/partner-store.ts';
import { unchangedAction } from '../../lib/dynamodb/writes/dependent-items.ts';
import { nextMark } from '../../lib/dynamodb/writes/marks.ts';
import type { Action } from '../../lib/dynamodb/writes/transactions.ts';
import { fieldValueKey } from '../../lib/fields/repository/field.ts';
import { creationOf } from '../../lib/fields/repository/fields.ts';
import { rowContext, rowsOf } from '../../lib/fields/repository/location-fields.ts';
import { changedRegister, registerOf, unchangedRegister } from '../../lib/fields/repository/register.ts';
import { planRows, type Row } from '../../lib/fields/repository/rows.ts';
import { valueActions } from '../../lib/fields/repository/values.ts';
import { type Refused, refused } from './lines/line.ts';

/** How often it is read again when others write meanwhile. */
const ATTEMPTS = 10;
const ACTIONS_AT_ONCE = 90;

const untilDone = async <Done>(attempt: () => Promise<Done | 'changed'>): Promise<Done> => {
  for (let count = 0; count < ATTEMPTS; count++) {
    if (count > 1) await pauseBefore(count - 1);
    const outcome = await attempt();
    if (outcome !== 'changed') return outcome as Done;
  }
  throw new StoreUnavailable('other writers keep changing the custom fields');
};

/**
 * The rows as they are stored, once the account has all fields that they name.
 *
 * @param dryRun - creates no fields; `lacksFields` says whether the account lacks any
 */
export const importedRows = (
  store: PartnerStore,
  accountNumber: number,
  sent: readonly Row[],
  dryRun = false,
): Promise<{ readonly rows: readonly Row[]; readonly lacksFields: boolean } | Refused> =>
  untilDone(async () => {
    const { register, deleted } = await rowContext(store, accountNumber, sent);
    const plan = planRows({
      sent,
      stored: [],
      register,
      deleted,
      draw: drawNumber,
      now: new Date().toISOString(),
      most: Number.POSITIVE_INFINITY,
      takesBlank: true,
    });
    if ('problems' in plan) {
      const [{ at, problem } = { at: '', problem: '' }] = plan.problems;
      return refused(`business.customFields${at} ${problem}`);
    }
    const { rows, created } = plan;
    if (created.length === 0 || dryRun) return { rows, lacksFields: created.length > 0 };
    const mark = nextMark();
    const some = created.slice(0, ACTIONS_AT_ONCE);
    const outcome = await store.table.transact([
      changedRegister(register),
      ...some.map((field) => creationOf(register.owner, field, mark)),
    ]);
    // The next try reads the ids that the fields have now.
    return outcome || some.length < created.length ? 'changed' : { rows, lacksFields: false };
  });

const holds = ({ value }: Item, { fieldValue }: Row): boolean => value === fieldValue;

/** Updates the items of a location's values to match its record, whoever wrote that. */
export const dropUnchangedValues = (store: PartnerStore, businessNumber: number): Promise<'done'> =>
  untilDone(async () => {
    const business = await businesses(store).find(businessNumber);
    if (!business) return 'done';
    const register = await registerOf(store, business.accountNumber);
    const ids = new Set(register.fields.map(({ id }) => id));
    const rows = rowsOf(business).filter(({ id }) => ids.has(id));
    const keys = [...ids].map((id) => fieldValueKey(register.owner, id, businessNumber));
    const items = keys.length > 0 ? await store.table.batchGet(keys) : [];
    const known = new Map(items.map((item) => [Number(item.fieldId), item]));
    const wanted = new Set(rows.map(({ id }) => id));
    const put = rows.filter((row) => !known.has(row.id) || !holds(known.get(row.id)!, row));
    const changes = {
      put: put.map(({ id, fieldValue }) => ({ fieldId: id, value: fieldValue })),
      removed: [...known.keys()].filter((id) => !wanted.has(id)),
    };
    const still: readonly Action[] = [unchangedAction(business.item!), unchangedRegister(register)];
    const actions = valueActions(register.owner, businessNumber, changes, nextMark());
    for (const some of chunksOf(actions, ACTIONS_AT_ONCE))
      if (await store.table.transact([...still, ...some])) return 'changed';
    return 'done';
  });
