/**
 * The packed index of a survey: what lists of responses are sorted, counted and filtered by, packed into items of a few
 * responses each. Reading all of it gives exact totals and any page (docs/engineers.md: surveys). The transaction that
 * writes a response writes its entry.
 */
import { NUMBER_WIDTH, packed, TIME_WIDTH, unpacked } from '../../contacts/repository/packed-text.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { ITEM_VERSION, type Opened } from '../../dynamodb/table/entity.ts';
import { type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import { readAhead } from '../../dynamodb/table/read-ahead.ts';
import { blocksOf } from '../../dynamodb/table/read-units.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import type { SurveyOwner, SurveyResponse } from './response.ts';

/** The entry of a response. */
export interface Entered {
  readonly responseId: number;
  /** Epoch milliseconds. */
  readonly created: number;
  readonly completed: boolean;
  /** The size of its item in blocks of 4 KB: half a read unit each, where a read need not be consistent. */
  readonly blocks: number;
  readonly businessNumber: number;
}

/** The maximum number of items: of 100,000 responses each holds some 25. */
const ITEMS = 4096;

/** The type of its items. */
export const PACKED_INDEX = 'surveyPackedIndex';

export const packedIndexPartition = ({ partnerId, accountNumber }: SurveyOwner, surveyId: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'SURVEY', surveyId, 'PACKED_INDEX');

const packedIndexKey = (owner: SurveyOwner, surveyId: number, responseId: number): Key => ({
  pk: packedIndexPartition(owner, surveyId),
  sk: (responseId % ITEMS).toString(16).padStart(3, '0'),
});

/** Attributes of responses begin with a capital, those of the item itself do not. */
const attributeOf = (responseId: number): string => `R${packed(responseId, NUMBER_WIDTH)}`;
const isEntry = (attribute: string): boolean => attribute.startsWith('R');

/** What keys, marks and names add to the record's own bytes, at most. */
const ADJACENT = 1024;

const FLAGS = TIME_WIDTH;
const BLOCKS = FLAGS + 1;
const LOCATION = BLOCKS + 1;

const entryOf = ({ created, completed, businessNumber }: SurveyResponse, bytes: number): string =>
  [
    packed(created, TIME_WIDTH),
    packed(completed ? 1 : 0, 1),
    packed(blocksOf(bytes + ADJACENT), 1),
    packed(businessNumber, NUMBER_WIDTH),
  ].join('');

const enteredFrom = (attribute: string, entry: string): Entered => ({
  responseId: unpacked(attribute, 1),
  created: unpacked(entry, 0, FLAGS),
  completed: unpacked(entry, FLAGS, BLOCKS) === 1,
  blocks: unpacked(entry, BLOCKS, LOCATION),
  businessNumber: unpacked(entry, LOCATION),
});

/**
 * Enters a response as it stands after a write. No condition is needed: the transaction that it is part of has those of
 * the response.
 *
 * @param bytes - of the response's record
 */
export const enterAction = (owner: SurveyOwner, response: SurveyResponse, bytes: number): Action => ({
  Update: {
    Key: packedIndexKey(owner, response.surveyId, response.responseId),
    UpdateExpression:
      'SET #entry = :entry, #t = :t, v = :v, partnerId = :partnerId, accountNumber = :account, surveyId = :survey',
    ExpressionAttributeNames: { '#entry': attributeOf(response.responseId), '#t': 'type' },
    ExpressionAttributeValues: {
      ':entry': entryOf(response, bytes),
      ':t': PACKED_INDEX,
      ':v': ITEM_VERSION,
      ':partnerId': owner.partnerId,
      ':account': owner.accountNumber,
      ':survey': response.surveyId,
    },
  },
});

/** Strikes responses out that one item holds, on condition that it is there still. */
export const strikeAction = (Key: Key, responseIds: readonly number[]): Action => {
  const names = Object.fromEntries(responseIds.map((id, index) => [`#${index}`, attributeOf(id)]));
  return {
    Update: {
      Key,
      UpdateExpression: `REMOVE ${Object.keys(names).join(', ')}`,
      // With its account it goes at once: nothing is put in its place.
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: names,
    },
  };
};

/** Strikes responses of a survey out, wherever they are entered. */
export const strikeActions = (owner: SurveyOwner, surveyId: number, responseIds: readonly number[]): Action[] => {
  const keyOfId = (id: number) => packedIndexKey(owner, surveyId, id);
  const together = Map.groupBy(responseIds, (id) => keyOfId(id).sk);
  return [...together.values()].map((ids) => strikeAction(keyOfId(ids[0]!), ids));
};

/** The responses in an item of a packed index. */
export const enteredIn = (item: Item): Entered[] => {
  const found: Entered[] = [];
  for (const name in item) if (isEntry(name)) found.push(enteredFrom(name, String(item[name])));
  return found;
};

/** Items of a call, where it does not end at 1 MB before. */
const PAGE = ITEMS / 2 + 10;

/** The packed indexes of a partner's surveys. */
export const surveyPackedIndexes = (({ table, partnerId }) => ({
  /**
   * All responses to a survey, in no order, page after page, while the next one is under way: half a read unit for some
   * 100 of them. May lag behind a write, as lists do.
   */
  async *all(accountNumber: number, surveyId: number): AsyncGenerator<readonly Entered[]> {
    const pages = table.query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': packedIndexPartition({ partnerId, accountNumber }, surveyId) },
      Limit: PAGE,
    });
    for await (const page of readAhead(pages)) yield page.flatMap(enteredIn);
  },
})) satisfies Opened<unknown>;
