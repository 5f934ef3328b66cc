/** Writes of questions from what is asked for to what is answered: read, judge, write, and again where others came between. */
import { isDeepStrictEqual } from 'node:util';
import { drawNumber } from '../business/repository/creation.ts';
import { grounds } from '../contacts/repository/ground.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { checkRecordBytes } from '../dynamodb/record-size.ts';
import { sources } from '../dynamodb/sources.ts';
import { untilDone } from '../dynamodb/until-done.ts';
import { saveVersion } from '../dynamodb/versioned.ts';
import { lookAfter } from './look-after.ts';
import { type Question, type QuestionOwner, questionItem, questionKey } from './repository/question.ts';
import { questions } from './repository/questions.ts';

/** A question as it is sent, whole. */
export type SentQuestion = Pick<Question, 'question' | 'answers' | 'businessNumbers'>;

type Refused = { readonly refused: ErrorEntry };

interface Order {
  /** Names the account. */
  readonly businessId: number;
  readonly validateOnly: boolean;
}

/** 1011, naming the first of these numbers that is no location of the account. */
export const strangerAmong = async (
  store: PartnerStore,
  owner: QuestionOwner,
  numbers: readonly number[],
): Promise<ErrorEntry | undefined> => {
  const named = numbers.filter((number) => Number.isSafeInteger(number) && number > 0);
  const found = await grounds(store).locations(owner, named);
  const known = new Set(found.map(({ businessNumber }) => businessNumber));
  const unknown = numbers.find((number) => !known.has(number));
  const { businessInvalid } = errors;
  return unknown === undefined ? undefined : { ...businessInvalid, message: `${businessInvalid.message}: ${unknown}` };
};

/** The locations are a set: another order of them is no change. */
const isSame = (stored: Question, sent: SentQuestion): boolean =>
  stored.question === sent.question &&
  isDeepStrictEqual(stored.answers, sent.answers) &&
  isDeepStrictEqual(new Set(stored.businessNumbers), new Set(sent.businessNumbers));

/**
 * Creates a question, or replaces the one with this id; its id, 0 for one that a dry run would create.
 *
 * @throws StoreUnavailable; ItemTooLarge
 */
export const saveQuestion = async (
  store: PartnerStore,
  { businessId, id, sent, validateOnly }: Order & { readonly id: number | undefined; readonly sent: SentQuestion },
): Promise<{ readonly id: number } | Refused> => {
  if (store.claim?.executed) return { id: Number(id ?? store.claim.executed.result?.id) };
  const { ownerNamed, find, create, replace } = questions(store);
  return untilDone(async () => {
    const owner = await ownerNamed(businessId);
    if (!owner) return { refused: errors.businessInvalid };
    const stored = id === undefined ? undefined : await find(owner, id);
    if (id !== undefined && !stored) return { refused: errors.questionNotFound };
    const stranger = await strangerAmong(store, owner, sent.businessNumbers);
    if (stranger) return { refused: stranger };
    if (stored && isSame(stored, sent)) {
      if (validateOnly || !store.claim) return { id: stored.id };
      // Takes the key alone.
      const key = questionKey(owner, stored.id);
      const saved = await saveVersion(store, { key, changes: {}, judgedOn: stored.item });
      return 'saved' in saved ? { id: stored.id } : 'changed';
    }
    const fresh = { ...sent, id: stored?.id ?? drawNumber(), updatedDate: new Date(sources.now()).toISOString() };
    if (validateOnly) {
      checkRecordBytes(Number(questionItem(owner, fresh).bytes));
      return { id: stored?.id ?? 0 };
    }
    const committed = await (stored ? replace(stored, fresh) : create(owner, fresh));
    if (committed === 'changed') return committed;
    if (committed !== 'done') return { id: Number(id ?? committed.executed.result?.id) };
    const before = new Set(stored?.businessNumbers);
    const added = sent.businessNumbers.filter((number) => !before.has(number));
    await lookAfter(store, owner, { added, isNew: !stored });
    return { id: fresh.id };
  });
};

/** @throws StoreUnavailable */
export const deleteQuestion = async (
  store: PartnerStore,
  { businessId, id, validateOnly }: Order & { readonly id: number },
): Promise<'done' | Refused> => {
  if (store.claim?.executed) return 'done';
  const { ownerNamed, find, remove } = questions(store);
  return untilDone<'done' | Refused>(async () => {
    const owner = await ownerNamed(businessId);
    if (!owner) return { refused: errors.businessInvalid };
    const stored = await find(owner, id);
    if (!stored) return { refused: errors.questionNotFound };
    if (validateOnly) return 'done';
    return (await remove(stored)) === 'changed' ? 'changed' : 'done';
  });
};
