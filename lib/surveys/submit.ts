/** Submit response from what is asked for to what is answered: find, judge, write, and again where others came between. */
import { isDeepStrictEqual } from 'node:util';
import { drawNumber } from '../business/repository/creation.ts';
import { tombstoneKey } from '../business/repository/tombstone.ts';
import { grounds, type Location } from '../contacts/repository/ground.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { invalid } from '../contract/errors.ts';
import type { Violation } from '../contract/violations.ts';
import type { Item } from '../dynamodb/attributes.ts';
import { commit } from '../dynamodb/commit.ts';
import { marksOf, nextMark } from '../dynamodb/marks.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { unchangedAction, versionOf } from '../dynamodb/parts.ts';
import { sources } from '../dynamodb/sources.ts';
import type { Action } from '../dynamodb/transactions.ts';
import { untilDone } from '../dynamodb/until-done.ts';
import { type ResponseWrite, responseActions, takeBackActions } from './repository/change.ts';
import { responseFrom, responseKey, type SurveyOwner, type SurveyResponse } from './repository/response.ts';
import { questionsOf, type Survey } from './repository/survey.ts';
import { surveys } from './repository/surveys.ts';
import { mergedAnswers } from './rules/answers.ts';
import type { ResponseOrder } from './rules/response-order.ts';
import { scoresOf } from './rules/scores.ts';

/** A contact who takes part, as `lib/contacts` makes one: what is written of it goes with the response. */
export interface Participant {
  readonly id: number;
  readonly mark: string;
  readonly actions: () => readonly Action[];
  readonly settle: () => Promise<void>;
}

export interface Taking {
  readonly owner: SurveyOwner;
  readonly location: Location;
  readonly completes: boolean;
  readonly details: Readonly<Record<string, unknown>>;
}

/** What lets contacts take part. */
export interface Guests {
  /** Whoever is sent with the response; `undefined` where nobody is. */
  sent(taking: Taking): Promise<Participant | { readonly refused: ErrorEntry } | 'again'> | undefined;
  /** Who is known from before: it may be gone. */
  known(id: number, taking: Taking): Promise<Participant | { readonly refused: ErrorEntry } | 'again'>;
}

export interface Submission extends ResponseOrder {
  readonly surveyId: number;
  readonly businessNumber: number;
  readonly validateOnly: boolean;
}

/** The error, and where others are broken beside it all of them. */
type Refused = { readonly refused: ErrorEntry; readonly violations: readonly Violation[] };
export type Submitted = { readonly responseId: number } | Refused;

/** What is said of a response that nobody says more of. */
const SOURCE = 'api';
const LOCALE = 'en';

const refusal = (refused: ErrorEntry, violations: readonly Violation[] = []): Refused => ({ refused, violations });

interface Ground {
  readonly owner: SurveyOwner;
  readonly location: Location;
  readonly survey: Survey;
  /** Of the response that is gone on with. */
  readonly before: Item | undefined;
  /** What is wrong with that response: whatever else is wrong is named too. */
  readonly wrong: readonly Violation[];
}

const NO_RESPONSE = invalid('responseId', 'is of no response to this survey at this location');

const groundOf = async (store: PartnerStore, order: Submission): Promise<Ground | Refused> => {
  const { surveyId, businessNumber, responseId } = order;
  const named = await grounds(store).named(businessNumber);
  if (!named?.location) return refusal(errors.businessInvalid);
  const { owner, location } = named;
  const survey = await surveys(store).find(owner.accountNumber, surveyId);
  if (!survey) return refusal(errors.surveyInvalid);
  const found = { owner, location, survey };
  const broken = (error: ErrorEntry): readonly Violation[] => [{ path: 'responseId', error }];
  if (responseId === undefined) return { ...found, before: undefined, wrong: [] };
  const before = await store.table.get(responseKey(owner, { surveyId, responseId }));
  if (before?.businessNumber !== businessNumber) return { ...found, before: undefined, wrong: broken(NO_RESPONSE) };
  return { ...found, before, wrong: before.completed === true ? broken(errors.responseComplete) : [] };
};

/** Who takes part: nobody where nothing is to be written of the contact that is known. */
const guestOf = async (
  guests: Guests,
  { surveyId, completes }: Submission,
  { owner, location, before, wrong }: Ground,
  id: number,
) => {
  const taking: Taking = {
    owner,
    location,
    completes,
    details: { surveyId, responseId: id, businessNumber: location.businessNumber },
  };
  const sent = await guests.sent(taking);
  if (sent) return sent;
  const known = before?.customerId;
  if (known === undefined || !completes || wrong.length > 0) return undefined;
  const found = await guests.known(Number(known), taking);
  // A contact that is gone meanwhile is named by its id all the same.
  return found !== 'again' && 'refused' in found ? undefined : found;
};

/** When it is of: as it is sent, else as it was, else now. */
const createdOf = ({ created, isSurvey }: Submission, { survey, before }: Ground): number => {
  const isOwn = created !== undefined && !(isSurvey && created === survey.created);
  return isOwn ? created : Number(before?.created ?? sources.now());
};

const judged = (order: Submission, ground: Ground, id: number, guest: Participant | undefined) => {
  const { surveyId, completes, source } = order;
  const { owner, location, survey, before, wrong } = ground;
  const stored = before && responseFrom(before);
  const questions = questionsOf(survey);
  // Of a response that is not there nobody can say what is missing.
  const needsAll = completes && wrong.length === 0;
  const sent = { answers: order.answers, completes: needsAll };
  const { answers, violations } = mergedAnswers(questions, stored?.answers ?? [], sent);
  const customerId = guest?.id ?? stored?.customerId;
  const after: SurveyResponse = {
    accountNumber: owner.accountNumber,
    businessNumber: location.businessNumber,
    surveyId,
    responseId: id,
    created: createdOf(order, ground),
    completed: completes,
    ...(customerId !== undefined && { customerId }),
    source: source ?? stored?.source ?? SOURCE,
    locale: stored?.locale ?? LOCALE,
    answers,
    ...scoresOf(questions, answers, completes),
  };
  return { after, violations, isSame: stored !== undefined && isDeepStrictEqual(after, stored) };
};

/** A location that was deleted meanwhile: what removes its responses may have looked before this one was there. */
const lookAfter = async ({ table, partnerId }: PartnerStore, write: ResponseWrite): Promise<boolean> => {
  if (!(await table.get(tombstoneKey(partnerId, 'business', write.after.businessNumber)))) return true;
  const refused = await table.transact(takeBackActions(write, true));
  if (refused && !refused.failed.has(0)) await table.transact(takeBackActions(write, false));
  return false;
};

const submitOnce = async (store: PartnerStore, order: Submission, guests: Guests): Promise<Submitted | 'changed'> => {
  const ground = await groundOf(store, order);
  if ('refused' in ground) return ground;
  const { owner, before, wrong } = ground;
  if (before && wrong.length === 0) marksOf(before);
  const id = order.responseId ?? drawNumber();
  const guest = await guestOf(guests, order, ground, id);
  if (guest === 'again') return 'changed';
  const isRefused = guest !== undefined && 'refused' in guest;
  const { after, violations, isSame } = judged(order, ground, id, isRefused ? undefined : guest);
  const path = order.customerId === undefined ? 'customer' : 'customerId';
  const all = [...wrong, ...(isRefused ? [{ path, error: guest.refused }] : []), ...violations];
  if (isRefused || all[0]) return refusal(all[0]!.error, all);
  const mark = guest?.mark ?? nextMark();
  const write = { owner, before, after, mark };
  const own = isSame && before ? [unchangedAction(before)] : responseActions(write);
  const actions = [...own, ...(guest?.actions() ?? [])];
  if (order.validateOnly) return { responseId: order.responseId ?? 0 };
  const judgedVersion = before ? versionOf(before) : 0;
  const committed = await commit(store, { actions, judgedVersion, mark, result: { responseId: id } });
  if (committed === 'changed') return 'changed';
  if (committed !== 'done') return { responseId: Number(committed.executed.result?.responseId) };
  await guest?.settle();
  return before || (await lookAfter(store, write)) ? { responseId: id } : refusal(errors.businessInvalid);
};

/**
 * Submits a response, or only judges it: the id of a new one is 0 then.
 *
 * @throws StoreUnavailable; ItemTooLarge; KeyReused
 */
export const submitIn = async (store: PartnerStore, order: Submission, guests: Guests): Promise<Submitted> => {
  const executed = store.claim?.executed;
  if (executed) return { responseId: Number(executed.result?.responseId) };
  return untilDone(() => submitOnce(store, order, guests));
};
