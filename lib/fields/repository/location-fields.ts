/** Writes of a location together with its custom fields: the record, its values, new fields, in one transaction. */
import { type Business, businessChanges, businesses } from '../../business/repository/business.ts';
import { drawNumber } from '../../business/repository/creation.ts';
import type { Item } from '../../dynamodb/attributes.ts';
import { commit } from '../../dynamodb/commit.ts';
import { differs } from '../../dynamodb/expressions.ts';
import { marksOf, nextMark } from '../../dynamodb/marks.ts';
import { StoreUnavailable } from '../../dynamodb/outcomes.ts';
import type { PartnerStore } from '../../dynamodb/partner-store.ts';
import { updateAction } from '../../dynamodb/parts.ts';
import type { Outcome } from '../../dynamodb/revise.ts';
import { sources } from '../../dynamodb/sources.ts';
import type { Action } from '../../dynamodb/transactions.ts';
import { creationOf } from './fields.ts';
import {
  changedRegister,
  deletedFields,
  fieldNamed,
  type Register,
  registerOf,
  unchangedRegister,
  usedRegister,
} from './register.ts';
import { isOutdated, planRows, type Row, type RowPlan, type RowProblem } from './rows.ts';
import { valueActions } from './values.ts';

export const CUSTOM_FIELDS = 'customFields';

/** What rows of a location are judged on. */
export interface RowGround {
  readonly register: Register;
  readonly deleted: ReadonlyMap<number, string>;
}

export const rowsOf = ({ profile }: Pick<Business, 'profile'>): readonly Row[] =>
  (profile[CUSTOM_FIELDS] ?? []) as readonly Row[];

/**
 * Whether a location has a row of a field that was deleted, while another field has its name: such a row is written anew
 * wherever it is sent, or it would go with the field. One call for each MB of the account's fields; none without rows.
 */
export const hasOutdatedRows = async (store: PartnerStore, business: Business): Promise<boolean> => {
  const rows = rowsOf(business);
  if (rows.length === 0) return false;
  const register = await registerOf(store, business.accountNumber);
  return rows.some((row) => isOutdated(row, fieldNamed(register, row.fieldName)));
};

/** One call for each MB of the account's fields, and one where rows are sent that no field is named as. */
export const rowGround = async (
  store: PartnerStore,
  accountNumber: number,
  sent: readonly Row[],
): Promise<RowGround> => {
  const register = await registerOf(store, accountNumber);
  const unknown = sent.filter(({ fieldName }) => !fieldNamed(register, fieldName)).map(({ id }) => id);
  return { register, deleted: await deletedFields(store, register.owner, unknown) };
};

/** What the rows that are sent come to at a location. */
export const plannedRows = (
  business: Business,
  ground: RowGround,
  sent: readonly Row[],
): RowPlan | { readonly problems: readonly RowProblem[] } =>
  planRows({
    sent,
    stored: rowsOf(business),
    ...ground,
    draw: drawNumber,
    now: new Date(sources.now()).toISOString(),
  });

export interface LocationChange {
  /** As it was judged. */
  readonly business: Business;
  /** By path, custom fields among them; `null` removes one. */
  readonly writes: Readonly<Record<string, unknown>>;
  readonly register: Register;
  readonly plan: RowPlan;
}

const registerAction = ({ register, plan }: LocationChange): readonly Action[] => {
  if (plan.created.length > 0) return [changedRegister(register)];
  if (plan.usesOptions) return [usedRegister(register)];
  return plan.rows.length > 0 ? [unchangedRegister(register)] : [];
};

const shown = async (store: PartnerStore, businessNumber: number, mark: string): Promise<Outcome<Business>> => {
  const found = await businesses(store).find(businessNumber);
  if (!found) return { refused: 'absent' };
  if ((marksOf(found.item as Item)[0] ?? '') < mark)
    throw new StoreUnavailable('the record does not show what was executed');
  return { saved: found };
};

/**
 * Writes a location on what was judged. Two calls.
 *
 * @returns `changed` without what was found: the fields are to be read again too
 * @throws StoreUnavailable where nobody can say whether it landed; ItemTooLarge; KeyReused
 */
export const saveLocation = async (
  store: PartnerStore,
  change: LocationChange,
): Promise<Outcome<Business> | 'changed'> => {
  const { business, writes, register, plan } = change;
  const { businessNumber, item = {} } = business;
  // Takes an idempotency key, if there is one.
  if (!differs(writes, item)) {
    const outcome = await businesses(store).update(businessNumber, { writes: {}, judgedOn: business });
    return 'saved' in outcome || outcome.refused === 'absent' ? outcome : 'changed';
  }
  marksOf(item);
  const mark = nextMark();
  const committed = await commit(store, {
    actions: [
      updateAction(item, businessChanges(store.partnerId, writes), { mark }),
      ...registerAction(change),
      ...plan.created.map((field) => creationOf(register.owner, field, mark)),
      ...valueActions(register.owner, businessNumber, plan, mark),
    ],
    judgedVersion: business.version,
    mark,
  });
  if (committed === 'changed') return 'changed';
  return shown(store, businessNumber, committed === 'done' ? mark : committed.executed.mark);
};
