/** List responses: read the packed index, then the responses of the page, their contacts and locations. */
import { contactRows } from '../contacts/repository/contact-rows.ts';
import { places } from '../contacts/repository/place.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { businessUnknown } from '../contract/errors.ts';
import { chunksOf, withConcurrency } from '../dynamodb/client/concurrency.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { readBudget } from '../dynamodb/table/read-units.ts';
import { MOST_BLOCKS, pageTooLarge } from './contracts/list-responses.ts';
import { type Known, responseReply } from './reply.ts';
import { locationNames } from './repository/locations.ts';
import { type Entered, surveyPackedIndexes } from './repository/packed-index.ts';
import { responseFrom, responseKey, type SurveyResponse } from './repository/response.ts';
import type { Survey } from './repository/survey.ts';
import { surveys } from './repository/surveys.ts';
import { type ResponseListing, responsePage } from './rules/response-page.ts';

interface Wanted extends Omit<ResponseListing, 'businessNumbers'> {
  readonly surveyId: number;
  /** The account, or a location of it. */
  readonly businessNumber: number;
  /** Further locations, of which each must be one of the account. */
  readonly named: readonly number[];
}

type Listed = { readonly refused: ErrorEntry } | { readonly total: number; readonly replies: readonly object[] };

/** Read units for names of people, and for names of locations. */
const MOST_FOR_PEOPLE = 1000;
const MOST_FOR_LOCATIONS = 700;
/** As many calls at once. */
const AT_ONCE = 4;
const CHUNK = 100;

const responsesIn = async (
  { table, partnerId }: PartnerStore,
  accountNumber: number,
  surveyId: number,
  rows: readonly Entered[],
): Promise<readonly SurveyResponse[]> => {
  const owner = { partnerId, accountNumber };
  const found = new Map<number, SurveyResponse>();
  await withConcurrency(chunksOf(rows, CHUNK), AT_ONCE, async (chunk) => {
    const keys = chunk.map(({ responseId }) => responseKey(owner, { surveyId, responseId }));
    for (const item of await table.batchGet(keys, { consistent: false }))
      found.set(Number(item.responseId), responseFrom(item));
  });
  // What was removed since it was listed is not there.
  return rows.flatMap(({ responseId }) => found.get(responseId) ?? []);
};

const knownOf = async (
  store: PartnerStore,
  accountNumber: number,
  responses: readonly SurveyResponse[],
): Promise<Known | undefined> => {
  const ids = responses.flatMap(({ customerId }) => customerId ?? []);
  const numbers = responses.map(({ businessNumber }) => businessNumber);
  const [customers, named] = await Promise.all([
    contactRows(store).names(accountNumber, ids, readBudget(MOST_FOR_PEOPLE)),
    locationNames(store).of(accountNumber, numbers, {
      budget: readBudget(MOST_FOR_LOCATIONS),
      untilUnknown: false,
    }),
  ]);
  return customers && named && { customers, locations: named.names };
};

/** The locations that are listed; all of the account where nothing is said. */
const listedLocations = (location: number | undefined, named: readonly number[]): ReadonlySet<number> | undefined => {
  if (named.length === 0) return location === undefined ? undefined : new Set([location]);
  return new Set(location === undefined ? named : named.filter((number) => number === location));
};

const pageOf = async (
  store: PartnerStore,
  accountNumber: number,
  survey: Survey,
  listing: ResponseListing,
): Promise<Listed> => {
  const { add, found } = responsePage(listing);
  for await (const rows of surveyPackedIndexes(store).all(accountNumber, survey.surveyId)) add(rows);
  const { total, rows } = found();
  if (rows.reduce((sum, { blocks }) => sum + blocks, 0) > MOST_BLOCKS) return { refused: pageTooLarge };
  const responses = await responsesIn(store, accountNumber, survey.surveyId, rows);
  const known = await knownOf(store, accountNumber, responses);
  return known ? { total, replies: responses.map(responseReply(survey, known)) } : { refused: pageTooLarge };
};

/** In the order of the checks: the business, the survey, the named locations. */
export const listResponsesOf = async (store: PartnerStore, wanted: Wanted): Promise<Listed> => {
  const { surveyId, businessNumber, named, ...listing } = wanted;
  const place = await places(store).find(businessNumber);
  if (!place) return { refused: errors.businessInvalid };
  const { accountNumber } = place;
  const survey = await surveys(store).find(accountNumber, surveyId);
  if (!survey) return { refused: errors.surveyInvalid };
  if (named.length > 0) {
    const asked = { budget: readBudget(MOST_FOR_LOCATIONS), untilUnknown: true };
    const known = await locationNames(store).of(accountNumber, named, asked);
    if (!known) return { refused: pageTooLarge };
    if (known.unknown !== undefined) return { refused: businessUnknown(known.unknown) };
  }
  const businessNumbers = listedLocations(place.businessNumber, named);
  return pageOf(store, accountNumber, survey, { ...listing, businessNumbers });
};
