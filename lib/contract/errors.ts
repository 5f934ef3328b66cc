/**
 * The error catalogue: every code that a partner can see, with its HTTP status and message.
 * `errors.json` is the one source; this file gives each row the name by which schemas, rules and functions use it.
 */
import catalogue from './errors.json' with { type: 'json' };

/** One row of the catalogue. `code` and `message` are the body of the response, `status` its HTTP status. */
export interface ErrorEntry {
  readonly status: number;
  readonly code: number;
  readonly message: string;
}

const row = (code: keyof typeof catalogue): ErrorEntry => {
  const { status, message } = catalogue[code];
  return { status, code: Number(code), message };
};

export const errors = {
  rateLimitExceeded: row('89'),
  invalidRequest: row('400'),
  routeNotFound: row('404'),
  conflict: row('409'),
  versionChanged: row('412'),
  bodyTooLarge: row('413'),
  idempotencyKeyReused: row('422'),
  internal: row('500'),
  unavailable: row('503'),
  timedOut: row('504'),
  keyInvalid: row('1161'),
  keyMissing: row('1167'),
  businessNotFound: row('1175'),
  accountNotFound: row('1532'),
  businessInvalid: row('1011'),
  contactNotFound: row('5043'),
  sortByInvalid: row('2457'),
  pageTooDeep: row('2348'),
  businessTypeInvalid: row('1025'),
  userEmailBlank: row('1052'),
  userEmailInvalid: row('1053'),
  userEmailTooLong: row('1054'),
  zipTooLong: row('1075'),
  zipBlank: row('1094'),
  accountHasChildren: row('1174'),
  statusNotChangeable: row('1184'),
  statusInvalid: row('1191'),
  notALocation: row('1361'),
  levelUnknown: row('1363'),
  parentInvalid: row('2150'),
  activeAlready: row('2154'),
  inactiveAlready: row('2155'),
  businessExists: row('2156'),
  zipMissing: row('2286'),
  nameBlank: row('1045'),
  nameTooShort: row('1047'),
  nameTooLong: row('1046'),
  phoneInvalid: row('1055'),
  faxInvalid: row('1056'),
  descriptionTooLong: row('1069'),
  keywordsTooLong: row('1070'),
  categoryInvalid: row('1190'),
  reopenDateInPast: row('2162'),
  tooManyAlphaCategories: row('2276'),
  duplicateAlphaCategories: row('2277'),
  primaryAmongAdditional: row('2278'),
  foodLinksNotSupported: row('2290'),
  foodDeliveryInvalid: row('2296'),
  foodTakeoutInvalid: row('2297'),
  categoryAmongSubcategories: row('2503'),
  statusFixed: row('2511'),
  openingDateFixed: row('2512'),
  openedOnInFuture: row('2513'),
  openingDateMissing: row('2514'),
  reopenDateNotSupported: row('2515'),
  openingDateTooFar: row('2516'),
  openingDateInPast: row('2517'),
  statusMissing: row('2518'),
  categoryChangeRefused: row('2519'),
  openDateNotSupported: row('2520'),
  subLocalityMissing: row('6000'),
  subLocalityTooLong: row('6001'),
} as const satisfies Record<string, ErrorEntry>;

/** A row as the operations after the first five answer it: what `later` says in the catalogue, the rest as it stands. */
const laterRow = (code: '1046' | '1047' | '1055' | '1175' | '2348'): ErrorEntry => ({
  ...row(code),
  ...(catalogue[code].later as Partial<ErrorEntry>),
});

/** The first five operations answer some codes with a status or message of their own; all others answer these. */
export const laterErrors = {
  nameTooShort: laterRow('1047'),
  nameTooLong: laterRow('1046'),
  phoneInvalid: laterRow('1055'),
  businessNotFound: laterRow('1175'),
  pageTooDeep: laterRow('2348'),
} as const satisfies Record<string, ErrorEntry>;

/** The answer where the stored record would be larger than a record may be. */
export const recordTooLarge: ErrorEntry = {
  ...errors.bodyTooLarge,
  message: 'The record is too large',
};

/** Action links answer this for a location that is unknown, foreign or has no category. */
export const categoryIdNotFound: ErrorEntry = { ...errors.invalidRequest, message: 'Category id not found' };

/** The answer to a request for more records than a response can hold. */
export const responseTooLarge: ErrorEntry = {
  ...errors.invalidRequest,
  message: 'The response is too large; accept gzip, or ask for fewer records with sindex and count',
};

/** A 400 with no code of its own: the message names the field by its path, for instance `location.zip is required`. */
export const invalid = (path: string, problem: string): ErrorEntry => ({
  ...errors.invalidRequest,
  message: `${path} ${problem}`,
});
