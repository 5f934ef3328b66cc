/** How many responses surveys have: in all, and at each location. Written with the response. */
import { ITEM_VERSION } from '../../dynamodb/table/entity.ts';
import { joined, type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import type { SurveyOwner } from './response.ts';
import { surveysPartition } from './survey.ts';

/**
 * The number of items that count the responses of a survey, so that responses at once rarely conflict. One item for
 * each location counts them too.
 */
const SHARDS = 16;

/** The types of these items. */
export const TOTAL = 'surveyTotal';
export const LOCATION_TOTAL = 'surveyLocationTotal';

const totalKey = (owner: SurveyOwner, surveyId: number, shard: number): Key => ({
  pk: surveysPartition(owner),
  sk: joined(sortable(surveyId), shard.toString(16)),
});

export const totalKeys = (owner: SurveyOwner, surveyId: number): readonly Key[] =>
  Array.from({ length: SHARDS }, (_, shard) => totalKey(owner, surveyId, shard));

/** Next to the profile of a location: the number of its responses to each survey. */
export const LOCATION_TOTALS = 'RESPONSES#';

export const locationTotalKey = (partnerId: string, businessNumber: number, surveyId: number): Key => ({
  pk: ofPartner(partnerId, 'BUSINESS', businessNumber),
  sk: `${LOCATION_TOTALS}${sortable(surveyId)}`,
});

export interface Counted {
  readonly surveyId: number;
  readonly businessNumber: number;
}

const SET_TOTAL = 'SET #t = :t, v = :v, partnerId = :partnerId, accountNumber = :account, surveyId = :survey';

const countAction = (
  owner: SurveyOwner,
  type: string,
  { Key, surveyId, amount, more = '', values = {} }: CountChange,
): Action => ({
  Update: {
    Key,
    UpdateExpression: `${SET_TOTAL}${more}, responseCount = if_not_exists(responseCount, :zero) + :amount`,
    // What would be below nothing has been removed with its location.
    ...(amount < 0 && { ConditionExpression: 'responseCount >= :taken' }),
    ExpressionAttributeNames: { '#t': 'type' },
    ExpressionAttributeValues: {
      ':t': type,
      ':v': ITEM_VERSION,
      ':partnerId': owner.partnerId,
      ':account': owner.accountNumber,
      ':survey': surveyId,
      ':zero': 0,
      ':amount': amount,
      ...(amount < 0 && { ':taken': -amount }),
      ...values,
    },
  },
});

interface CountChange {
  readonly Key: Key;
  readonly surveyId: number;
  readonly amount: number;
  readonly more?: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** The total of a survey that counts the responses of a location: those of a location are in one shard. */
export const countedIn = (owner: SurveyOwner, { surveyId, businessNumber }: Counted): Key =>
  totalKey(owner, surveyId, businessNumber % SHARDS);

/** Adds responses of a location to the total of their survey, or takes them off. */
export const totalAction = (owner: SurveyOwner, counted: Counted, amount: number): Action =>
  countAction(owner, TOTAL, { Key: countedIn(owner, counted), surveyId: counted.surveyId, amount });

/** The same of the location's own. */
export const locationTotalAction = (
  owner: SurveyOwner,
  { surveyId, businessNumber }: Counted,
  amount: number,
): Action =>
  countAction(owner, LOCATION_TOTAL, {
    Key: locationTotalKey(owner.partnerId, businessNumber, surveyId),
    surveyId,
    amount,
    more: ', businessNumber = :business',
    values: { ':business': businessNumber },
  });
