/** Reads surveys, and creates them. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { ofPartner } from '../../dynamodb/table/keys.ts';
import { checkRecordBytes } from '../../dynamodb/table/record-size.ts';
import { nextMark } from '../../dynamodb/writes/marks.ts';
import { creation, type Written, write } from '../../dynamodb/writes/write.ts';
import { isAt } from '../../partners/repository/account.ts';
import { stillOpen } from '../../partners/repository/open-account.ts';
import type { SurveyOwner } from './response.ts';
import {
  ROW,
  rowAction,
  rowFrom,
  type Survey,
  type SurveyRow,
  surveyFrom,
  surveyItem,
  surveyKey,
  surveysPartition,
} from './survey.ts';
import { LOCATION_TOTAL, LOCATION_TOTALS, locationTotalKey, TOTAL, totalKeys } from './totals.ts';

/** A survey with how many responses it has: in all, and of those that are asked for. */
export interface CountedSurvey {
  readonly survey: Survey;
  readonly total: number;
  readonly responses: number;
}

/** The same as lists show it. */
export interface CountedRow extends SurveyRow {
  readonly total: number;
  readonly responses: number;
}

const sumOf = (items: readonly Item[]): number =>
  items.reduce((sum, { responseCount }) => sum + Number(responseCount), 0);

/** A new survey, with its mark; nothing is written. Throws ItemTooLarge. */
const freshSurvey = (owner: SurveyOwner, survey: Survey, mark: string): Item => {
  const item = { ...surveyItem(owner, survey), p0: mark };
  checkRecordBytes(Number((item as Item).bytes));
  return item;
};

/** The surveys of a partner's accounts. */
export const surveys = ((store) => {
  const { table, partnerId } = store;
  const ownerOf = (accountNumber: number): SurveyOwner => ({ partnerId, accountNumber });

  return {
    /** One call. */
    find: async (accountNumber: number, surveyId: number): Promise<Survey | undefined> => {
      const item = await table.get(surveyKey(ownerOf(accountNumber), surveyId));
      return item && surveyFrom(item);
    },

    /** With its responses: all of them, or those of a location. One call. */
    counted: async (
      accountNumber: number,
      surveyId: number,
      businessNumber: number | undefined,
    ): Promise<CountedSurvey | undefined> => {
      const owner = ownerOf(accountNumber);
      const key = surveyKey(owner, surveyId);
      const own = businessNumber === undefined ? [] : [locationTotalKey(partnerId, businessNumber, surveyId)];
      const items = await table.batchGet([key, ...totalKeys(owner, surveyId), ...own]);
      const item = items.find((each) => isAt(each, key));
      if (!item) return undefined;
      const total = sumOf(items.filter(({ type }) => type === TOTAL));
      const responses =
        businessNumber === undefined ? total : sumOf(items.filter(({ type }) => type === LOCATION_TOTAL));
      return { survey: surveyFrom(item), total, responses };
    },

    /**
     * All surveys of an account, in no order: one Query for each MB, and one more for a location. Eventually
     * consistent.
     */
    rows: async (accountNumber: number, businessNumber: number | undefined): Promise<CountedRow[]> => {
      const rows: SurveyRow[] = [];
      const totals = new Map<number, number>();
      const ofLocation = new Map<number, number>();
      const add = (sums: Map<number, number>, { surveyId, responseCount }: Item) =>
        sums.set(Number(surveyId), (sums.get(Number(surveyId)) ?? 0) + Number(responseCount));
      const partition = table.query({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': surveysPartition(ownerOf(accountNumber)) },
      });
      for await (const page of partition)
        for (const item of page) {
          if (item.type === ROW) rows.push(rowFrom(item));
          else add(totals, item);
        }
      if (businessNumber !== undefined) {
        const own = table.query({
          KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
          ExpressionAttributeValues: {
            ':pk': ofPartner(partnerId, 'BUSINESS', businessNumber),
            ':prefix': LOCATION_TOTALS,
          },
        });
        for await (const page of own) for (const item of page) add(ofLocation, item);
      }
      const shown = businessNumber === undefined ? totals : ofLocation;
      return rows.map((row) => ({
        ...row,
        total: totals.get(row.surveyId) ?? 0,
        responses: shown.get(row.surveyId) ?? 0,
      }));
    },

    /** Checks whether a survey fits into a record. Throws ItemTooLarge. */
    requireFit: (accountNumber: number, survey: Survey): void => {
      freshSurvey(ownerOf(accountNumber), survey, '');
    },

    /**
     * Puts a new survey below an account that is there, and not about to be deleted. One call.
     *
     * @returns `changed` where the number is taken, or the account is gone
     */
    create: (accountNumber: number, survey: Survey): Promise<Written> => {
      const owner = ownerOf(accountNumber);
      const mark = nextMark();
      const account = stillOpen(partnerId, accountNumber);
      return write(store, {
        strategy: creation(),
        actions: [
          { Put: { Item: freshSurvey(owner, survey, mark), ConditionExpression: 'attribute_not_exists(pk)' } },
          rowAction(owner, survey),
          account,
        ],
        basedOn: [0],
        mark,
        result: { surveyId: survey.surveyId },
      });
    },
  };
}) satisfies Opened<unknown>;
