/** Submit response: find, validate, write, and repeat if another request changed the preconditions. */
import { isDeepStrictEqual } from 'node:util';
import { drawNumber } from '../business/repository/creation.ts';
import { locationStands } from '../business/repository/tombstone.ts';
import type { Location } from '../contacts/repository/preconditions.ts';
import type { Refusal } from '../contract/violations.ts';
import { clock } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { unchangedAction } from '../dynamodb/writes/dependent-items.ts';
import { markAbove, noteMarks, versionOf } from '../dynamodb/writes/marks.ts';
import type { Action } from '../dynamodb/writes/transactions.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { creation, withDependents, write } from '../dynamodb/writes/write.ts';
import { responseActions } from './repository/change.ts';
import { responseFrom, type SurveyOwner, type SurveyResponse } from './repository/response.ts';
import { questionsOf } from './repository/survey.ts';
import { answersTo, type Context, contextOf, type Refused, refusal, type Submission } from './response-context.ts';
import { scoresOf } from './rules/scores.ts';

/** A contact who takes part, as `lib/contacts` makes one: what is written of it goes with the response. */
export interface Participant {
  readonly id: number;
  readonly mark: string;
  readonly actions: () => readonly Action[];
  readonly complete: () => Promise<void>;
}

export interface Taking {
  readonly owner: SurveyOwner;
  readonly location: Location;
  readonly completes: boolean;
  readonly details: Readonly<Record<string, unknown>>;
}

/** What lets contacts take part. */
export interface Guests {
  /** The person who is sent with the response, if any. */
  sent(taking: Taking): Promise<Participant | Refusal | 'again'> | undefined;
  /** Who is known from before: it may be gone. */
  known(id: number, taking: Taking): Promise<Participant | Refusal | 'again'>;
}

export type Submitted = { readonly responseId: number } | Refused;

/** The source and the language of a response whose request does not name them. */
const SOURCE = 'api';
const LOCALE = 'en';

/** The contact to write, if any: none if the contact is known and nothing of it changes. */
const guestOf = async (
  guests: Guests,
  { surveyId, completes }: Submission,
  { owner, location, before, wrong }: Context,
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
const createdOf = ({ created, isSurvey }: Submission, { survey, before }: Context): number => {
  const isOwn = created !== undefined && !(isSurvey && created === survey.created);
  return isOwn ? created : Number(before?.created ?? clock.now());
};

const checked = (command: Submission, context: Context, id: number, guest: Participant | undefined) => {
  const { surveyId, completes, source } = command;
  const { owner, location, survey, before } = context;
  const stored = before && responseFrom(before);
  const questions = questionsOf(survey);
  const { answers, violations } = answersTo(command, context);
  const customerId = guest?.id ?? stored?.customerId;
  const after: SurveyResponse = {
    accountNumber: owner.accountNumber,
    businessNumber: location.businessNumber,
    surveyId,
    responseId: id,
    created: createdOf(command, context),
    completed: completes,
    ...(customerId !== undefined && { customerId }),
    source: source ?? stored?.source ?? SOURCE,
    locale: stored?.locale ?? LOCALE,
    answers,
    ...scoresOf(questions, answers, completes),
  };
  return { after, violations, isSame: stored !== undefined && isDeepStrictEqual(after, stored) };
};

const submitOnce = async (store: PartnerStore, command: Submission, guests: Guests): Promise<Submitted | 'changed'> => {
  const context = await contextOf(store, command);
  if ('refused' in context) return context;
  const { owner, before, wrong } = context;
  // The contact's mark is above those of the response, too.
  noteMarks(before);
  const id = command.responseId ?? drawNumber();
  const guest = await guestOf(guests, command, context, id);
  if (guest === 'again') return 'changed';
  const isRefused = guest !== undefined && 'refused' in guest;
  const { after, violations, isSame } = checked(command, context, id, isRefused ? undefined : guest);
  const path = command.customerId === undefined ? 'customer' : 'customerId';
  const byGuest = isRefused ? (guest.violations ?? [{ path, error: guest.refused }]) : [];
  const all = [...wrong, ...byGuest, ...violations];
  if (isRefused || all[0]) return refusal(all[0]!.error, all);
  const mark = guest?.mark ?? markAbove(before);
  const own = isSame && before ? [unchangedAction(before)] : responseActions({ owner, before, after, mark });
  // What removes the responses of a deleted location may have looked before a new one is there.
  const stands = before ? [] : [locationStands(owner.partnerId, command.businessNumber)];
  const actions = [...own, ...(guest?.actions() ?? []), ...stands];
  if (command.validateOnly) return { responseId: command.responseId ?? 0 };
  const written = await write(store, {
    strategy: before ? withDependents : creation(),
    actions,
    basedOn: [versionOf(before)],
    mark,
    result: { responseId: id },
  });
  if ('refused' in written) return 'changed';
  if ('executed' in written) return { responseId: Number(written.executed.result?.responseId) };
  await guest?.complete();
  return { responseId: id };
};

/**
 * Submits a response, or only validates it: the id of a new one is 0 then.
 *
 * @throws StoreUnavailable; ItemTooLarge; KeyReused
 */
export const submitIn = async (store: PartnerStore, command: Submission, guests: Guests): Promise<Submitted> => {
  const executed = store.idempotency?.executed;
  if (executed) return { responseId: Number(executed.result?.responseId) };
  return until(USUAL_ATTEMPTS, () => submitOnce(store, command, guests));
};
