/** Writes of questions: read, validate, write, and repeat if another request changed them meanwhile. */
import { drawNumber } from '../business/repository/creation.ts';
import { postCommitCheck } from '../business/repository/post-commit-check.ts';
import { unknownLocations } from '../contacts/repository/unknown-locations.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { businessUnknown } from '../contract/errors.ts';
import { clock } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { checkRecordBytes } from '../dynamodb/table/record-size.ts';
import { saveVersion } from '../dynamodb/writes/save-version.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import {
  isSameQuestion,
  type QuestionContent,
  type QuestionOwner,
  questionItem,
  questionKey,
} from './repository/question.ts';
import { questions } from './repository/questions.ts';

type Refused = { readonly refused: ErrorEntry };

interface Command {
  /** Names the account. */
  readonly businessId: number;
  readonly validateOnly: boolean;
}

/** Of more locations that are new in a question it is not asked again once it is written: each takes a read unit. */
const MOST_LOOKED_AFTER = 99;

/**
 * 1011, naming the first of these numbers that is no location of the account.
 *
 * @param asTheyStand - also sees what was deleted within the last second, for a read unit each
 */
export const firstNotFound = async (
  store: PartnerStore,
  owner: QuestionOwner,
  numbers: readonly number[],
  asTheyStand = false,
): Promise<ErrorEntry | undefined> => {
  const [unknown] = await unknownLocations(store, owner, numbers, asTheyStand);
  return unknown === undefined ? undefined : businessUnknown(unknown);
};

/**
 * Creates a question, or replaces the one with this id; its id, 0 for one that a dry run would create.
 *
 * @throws StoreUnavailable; ItemTooLarge
 */
export const saveQuestion = async (
  store: PartnerStore,
  { businessId, id, sent, validateOnly }: Command & { readonly id: number | undefined; readonly sent: QuestionContent },
): Promise<{ readonly id: number } | Refused> => {
  if (store.idempotency?.executed) return { id: Number(id ?? store.idempotency.executed.result?.id) };
  const { ownerNamed, find, create, replace } = questions(store);
  return until(USUAL_ATTEMPTS, async () => {
    const owner = await ownerNamed(businessId);
    if (!owner) return { refused: errors.businessInvalid };
    const stored = id === undefined ? undefined : await find(owner, id);
    if (id !== undefined && !stored) return { refused: errors.questionNotFound };
    const notFound = await firstNotFound(store, owner, sent.businessNumbers, true);
    if (notFound) return { refused: notFound };
    if (stored && isSameQuestion(stored, sent)) {
      if (validateOnly || !store.idempotency) return { id: stored.id };
      // Takes the key alone.
      const key = questionKey(owner, stored.id);
      const saved = await saveVersion(store, { key, changes: {}, basedOn: stored.item });
      return 'saved' in saved ? { id: stored.id } : 'changed';
    }
    const fresh = { ...sent, id: stored?.id ?? drawNumber(), updatedDate: new Date(clock.now()).toISOString() };
    if (validateOnly) {
      checkRecordBytes(Number(questionItem(owner, fresh).bytes));
      return { id: stored?.id ?? 0 };
    }
    const written = await (stored ? replace(stored, fresh) : create(owner, fresh));
    if ('refused' in written) return 'changed';
    if ('executed' in written) return { id: Number(id ?? written.executed.result?.id) };
    const before = new Set(stored?.businessNumbers);
    const added = sent.businessNumbers.filter((number) => !before.has(number)).slice(0, MOST_LOOKED_AFTER);
    await postCommitCheck(store, owner, { added, isNew: !stored });
    return { id: fresh.id };
  });
};

/** @throws StoreUnavailable */
export const deleteQuestion = async (
  store: PartnerStore,
  { businessId, id, validateOnly }: Command & { readonly id: number },
): Promise<'done' | Refused> => {
  if (store.idempotency?.executed) return 'done';
  const { ownerNamed, find, remove } = questions(store);
  return until<'done' | Refused>(USUAL_ATTEMPTS, async () => {
    const owner = await ownerNamed(businessId);
    if (!owner) return { refused: errors.businessInvalid };
    const stored = await find(owner, id);
    if (!stored) return { refused: errors.questionNotFound };
    if (validateOnly) return 'done';
    return 'refused' in (await remove(stored)) ? 'changed' : 'done';
  });
};
