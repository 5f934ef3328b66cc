/**
 * Answers of AI models to prompts about a location, with the pages that they cite, as another system reports them. The sort
 * keys of the indexes say of which day and model each is and whether it names the brand, so that answers are counted
 * without being read.
 */
import { hash } from 'node:crypto';
import { folded } from '../../contract/folded-text.ts';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf } from '../../dynamodb/table/entity.ts';
import { joined, type Key, ofPartner, sortable } from '../../dynamodb/table/keys.ts';
import { blocksOf } from '../../dynamodb/table/read-units.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';

/** The type of its items. */
export const SEARCH_AI_ANSWER = 'searchAiAnswer';

export const AI_MODELS = ['AI_MODEL_A', 'AI_MODEL_B', 'AI_MODEL_C'] as const;
export type AiModel = (typeof AI_MODELS)[number];

export interface Citation {
  readonly url: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly brandPresent?: boolean | undefined;
}

/** Day, model, theme and prompt name it. */
export interface SearchAiAnswer {
  readonly businessNumber: number;
  readonly accountNumber: number;
  /** `2026-03-04`, in UTC. */
  readonly date: string;
  readonly aiModel: AiModel;
  readonly theme: string;
  readonly prompt: string;
  readonly brandPresent?: boolean | undefined;
  /** 1 to 100. */
  readonly rank?: number | undefined;
  readonly citations?: readonly Citation[] | undefined;
}

/** The fields of a line, in the order in which data files write them. */
export const ANSWER_FIELDS = [
  'businessNumber',
  'date',
  'aiModel',
  'theme',
  'prompt',
  'brandPresent',
  'rank',
  'citations',
] as const satisfies readonly (keyof SearchAiAnswer)[];

const digestOf = (text: string): string => hash('sha256', text).slice(0, 32);

/** By which answers of a theme are found, whatever its case. */
export const themeDigest = (theme: string): string => digestOf(folded(theme)).slice(0, 12);

/** Where the answers of a location lie; its list in the second index has the same name. */
export const answersOfLocation = (partnerId: string, businessNumber: number): string =>
  ofPartner(partnerId, 'BUSINESS', businessNumber, 'ANSWERS');

/** Where the first index lists the answers of an account. */
export const answersOfAccount = (partnerId: string, accountNumber: number): string =>
  ofPartner(partnerId, 'ACCOUNT', accountNumber, 'ANSWERS');

export const answerKey = (
  partnerId: string,
  { businessNumber, date, aiModel, theme, prompt }: SearchAiAnswer,
): Key => ({
  pk: answersOfLocation(partnerId, businessNumber),
  sk: joined(date, digestOf(JSON.stringify([aiModel, theme, prompt]))),
});

/** Keys, marks and the like of an item, at most. */
const ADJACENT_TO_RECORD = 900;

/** A new item for an answer. */
export const answerItem = (partnerId: string, answer: SearchAiAnswer): Item => {
  const record = { ...answer, partnerId };
  const bytes = recordBytes(record);
  const { date, businessNumber, accountNumber, aiModel, theme, brandPresent } = answer;
  const blocks = blocksOf(bytes + ADJACENT_TO_RECORD);
  const listed = joined(date, sortable(businessNumber), aiModel, brandPresent ? 1 : 0, themeDigest(theme), blocks);
  return itemOf(
    SEARCH_AI_ANSWER,
    { ...record, ...firstMark(), bytes },
    {
      ...answerKey(partnerId, answer),
      gsi1pk: answersOfAccount(partnerId, accountNumber),
      gsi1sk: listed,
      gsi2pk: answersOfLocation(partnerId, businessNumber),
      gsi2sk: listed,
    },
  );
};

/** The opposite of `answerItem`. */
export const answerFrom = (item: Item): SearchAiAnswer => ({
  ...(Object.fromEntries(
    ANSWER_FIELDS.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
  ) as unknown as SearchAiAnswer),
  accountNumber: Number(item.accountNumber),
});
