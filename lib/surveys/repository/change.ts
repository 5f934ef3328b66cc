/**
 * A write of a response: the response, its place in the roster, and how many there are, in one transaction, by operations
 * and data files alike (docs/engineers.md: surveys).
 */
import type { Item } from '../../dynamodb/attributes.ts';
import { updateAction } from '../../dynamodb/parts.ts';
import { checkRecordBytes, recordBytes } from '../../dynamodb/record-size.ts';
import type { Action } from '../../dynamodb/transactions.ts';
import { responseChanges, responseItem, type SurveyOwner, type SurveyResponse } from './response.ts';
import { enterAction, strikeOne } from './roster.ts';
import { locationTotalAction, totalAction } from './totals.ts';

export interface ResponseWrite {
  readonly owner: SurveyOwner;
  /** The item on which it was judged; absent of a new response. */
  readonly before: Item | undefined;
  readonly after: SurveyResponse;
  readonly mark: string;
}

/** What follows from a response beside its own item. */
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

/** Takes back a new response below a location that was deleted meanwhile, unless others have removed it already. */
export const takeBackActions = ({ owner, after, mark }: ResponseWrite, isCounted: boolean): readonly Action[] => {
  const { pk, sk } = responseItem(owner, after);
  return [
    {
      Delete: {
        Key: { pk: String(pk), sk: String(sk) },
        ConditionExpression: 'p0 = :mark',
        ExpressionAttributeValues: { ':mark': mark },
      },
    },
    strikeOne(owner, after),
    ...(isCounted ? [totalAction(owner, after, -1), locationTotalAction(owner, after, -1)] : []),
  ];
};
