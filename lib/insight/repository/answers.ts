/** Lists of answers of AI models: which they are by the indexes, then those of a page. They may be a second old. */
import { inOrder } from '../../contract/folded-text.ts';
import type { PageWindow } from '../../contract/page-window.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { INDEX, type Key, NAMESAKES } from '../../dynamodb/table/keys.ts';
import { pageUnits, type ReadBudget } from '../../dynamodb/table/read-units.ts';
import { keyOf } from '../../dynamodb/writes/dependent-items.ts';
import { answerFrom, answersOfAccount, answersOfLocation, type SearchAiAnswer, themeDigest } from './answer.ts';

/** Which answers are chosen: all if a filter is left out. */
export interface AnswerChoice {
  readonly accountNumber: number;
  readonly numbers: readonly number[];
  /** `2026-03-04`, both inclusive. */
  readonly first?: string | undefined;
  readonly last?: string | undefined;
  readonly aiModel?: string | undefined;
  readonly theme?: string | undefined;
}

export interface AnswerRow {
  readonly key: Key;
  readonly day: string;
  readonly businessNumber: number;
  readonly aiModel: string;
  readonly isPresent: boolean;
  readonly theme: string;
  readonly units: number;
}

/** Before every day: DynamoDB refuses an empty text in a condition on a key. */
const EARLIEST = '0';
const PAST = '~';
/** Rows of a call: some 45 read units. */
const PAGE = 1500;

const rowFrom = (item: Item, sortKey: string): AnswerRow => {
  const [day = '', number, aiModel = '', present, theme = '', blocks] = String(item[sortKey]).split('#');
  return {
    key: keyOf(item),
    day,
    businessNumber: Number(number),
    aiModel,
    isPresent: present === '1',
    theme,
    units: Number(blocks) / 2,
  };
};

/** Newest first, then by location and model; rows that are equal so far follow their prompts. */
const inListOrder = (a: Omit<AnswerRow, 'key'>, b: Omit<AnswerRow, 'key'>): number =>
  inOrder(b.day, a.day) || a.businessNumber - b.businessNumber || inOrder(a.aiModel, b.aiModel);

export const searchAiAnswers = (({ table, partnerId }) => ({
  /** The rows of all chosen answers, in order; `undefined` if the budget does not last. */
  rows: async (choice: AnswerChoice, budget: ReadBudget): Promise<readonly AnswerRow[] | undefined> => {
    const { accountNumber, numbers, first = EARLIEST, last, aiModel, theme } = choice;
    const [only] = numbers.length === 1 ? numbers : [];
    const index = only === undefined ? 'gsi1' : 'gsi2';
    const wanted = new Set(numbers);
    const digest = theme === undefined ? undefined : themeDigest(theme);
    const pages = table.query({
      IndexName: only === undefined ? INDEX : NAMESAKES,
      KeyConditionExpression: `${index}pk = :pk AND ${index}sk BETWEEN :from AND :to`,
      ExpressionAttributeValues: {
        ':pk': only === undefined ? answersOfAccount(partnerId, accountNumber) : answersOfLocation(partnerId, only),
        ':from': first,
        ':to': `${last ?? ''}${PAST}`,
      },
      ProjectionExpression: `pk, sk, ${index}sk`,
      Limit: PAGE,
    });
    const rows: AnswerRow[] = [];
    for await (const page of pages) {
      budget.spend(pageUnits(page));
      if (budget.left() < 0) return undefined;
      rows.push(
        ...page
          .map((item) => rowFrom(item, `${index}sk`))
          .filter(
            (row) =>
              (wanted.size === 0 || wanted.has(row.businessNumber)) &&
              (aiModel === undefined || row.aiModel === aiModel) &&
              (digest === undefined || row.theme === digest),
          ),
      );
    }
    return rows.sort(inListOrder);
  },

  /** The answers of a page of rows; `undefined` if the budget does not last. */
  page: async (
    rows: readonly AnswerRow[],
    { start, end }: PageWindow,
    budget: ReadBudget,
  ): Promise<readonly SearchAiAnswer[] | undefined> => {
    const [top, bottom] = [rows[start], rows[Math.min(end, rows.length) - 1]];
    if (!top || !bottom) return [];
    // Ties at either end are sorted by their prompts, which only the records have.
    const isNear = (row: AnswerRow): boolean => inListOrder(row, top) >= 0 && inListOrder(row, bottom) <= 0;
    const skipped = rows.findIndex(isNear);
    const near = rows.filter(isNear);
    budget.spend(near.reduce((sum, { units }) => sum + units, 0));
    if (budget.left() < 0) return undefined;
    const items = await table.batchGet(
      near.map(({ key }) => key),
      { consistent: false },
    );
    return items
      .map(answerFrom)
      .toSorted(
        (a, b) =>
          inOrder(b.date, a.date) ||
          a.businessNumber - b.businessNumber ||
          inOrder(a.aiModel, b.aiModel) ||
          inOrder(a.prompt, b.prompt) ||
          inOrder(a.theme, b.theme),
      )
      .slice(start - skipped, end - skipped);
  },
})) satisfies Opened<unknown>;
