/**
 * A write of a response: the response, its entry in the packed index, and the totals, in one transaction, by operations
 * and data files alike (docs/engineers.md: surveys).
 */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { checkRecordBytes, recordBytes } from '../../dynamodb/table/record-size.ts';
import { updateAction } from '../../dynamodb/writes/dependent-items.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { enterAction } from './packed-index.ts';
import { responseChanges, responseItem, type SurveyOwner, type SurveyResponse } from './response.ts';
import { locationTotalAction, totalAction } from './totals.ts';

export interface ResponseWrite {
  readonly owner: SurveyOwner;
  /** The item that the write is based on; absent for a new response. */
  readonly before: Item | undefined;
  readonly after: SurveyResponse;
  readonly mark: string;
}

/** The dependent items of a response. */
export const derivedActions = (
  owner: SurveyOwner,
  before: Item | undefined,
  after: SurveyResponse,
): readonly Action[] => {
  const bytes = recordBytes({ ...owner, ...after });
  return [
    enterAction(owner, after, bytes),
    ...(before ? [] : [totalAction(owner, after, 1), locationTotalAction(owner, after, 1)]),
  ];
};

/**
 * The actions of a write, the response's own first.
 *
 * @throws ItemTooLarge
 */
export const responseActions = ({ owner, before, after, mark }: ResponseWrite): readonly Action[] => {
  const rest = derivedActions(owner, before, after);
  if (before) return [updateAction(before, responseChanges(after), { mark }), ...rest];
  const fresh: Item = { ...responseItem(owner, after), p0: mark };
  checkRecordBytes(Number(fresh.bytes));
  return [{ Put: { Item: fresh, ConditionExpression: 'attribute_not_exists(pk)' } }, ...rest];
};
