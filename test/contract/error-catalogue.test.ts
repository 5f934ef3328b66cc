/** The catalogue of errors against the interface, as typed here: which codes there are, under which status, of which operations. */
import { describe, expect, it } from 'vitest';
import { errorsOf } from '../../lib/contract/derived.ts';
import type { ErrorEntry } from '../../lib/contract/error-entry.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import catalogue from '../../lib/contract/errors.json' with { type: 'json' };
import type { Contract } from '../../lib/contract/operation.ts';
import { allOperations } from '../../lib/operations.ts';

const rows = Object.entries(catalogue).map(([code, { status, message }]) => ({ code: Number(code), status, message }));

/** Codes that the operations after the first five answer under another status: both are of the interface. */
const later = Object.entries(catalogue).flatMap(([code, row]) =>
  'later' in row && 'status' in row.later ? [{ code: Number(code), status: row.later.status }] : [],
);
const pairs = [...rows, ...later].map(({ code, status }) => `${code}/${status}`);

/** Of create listing and of update listing. */
const LISTING: Readonly<Record<number, readonly number[]>> = {
  400: [
    1045, 1046, 1047, 1055, 1070, 1190, 2162, 2276, 2277, 2278, 2285, 2286, 2290, 2296, 2297, 2503, 2511, 2512, 2513,
    2514, 2515, 2516, 2517, 2518, 2519, 2520, 2827, 2828, 2829, 2830, 2831, 2832, 2833, 2834, 2835, 2836, 2837, 2838,
    2839, 2841, 6000, 6001, 400,
  ],
  404: [1175],
  409: [409],
  412: [412],
  413: [413],
  422: [422],
};

/** The codes that an operation has for itself, by status. A code that is a status stands for what has no code of its own. */
const OWN: Readonly<Record<string, Readonly<Record<number, readonly number[]>>>> = {
  updateBusiness: {
    400: [
      1045, 2162, 2276, 2277, 2278, 2290, 2296, 2297, 2503, 2511, 2512, 2513, 2514, 2515, 2516, 2517, 2518, 2519, 2520,
      6000, 6001, 400,
    ],
    401: [1046, 1047, 1055, 1056, 1069, 1070, 1190],
    404: [1175],
    409: [409],
    412: [412],
    413: [413],
    422: [422],
  },
  patchBusiness: {
    400: [
      1045, 1046, 1047, 1055, 1056, 1069, 1070, 1075, 1190, 2162, 2276, 2277, 2278, 2290, 2296, 2297, 2503, 2511, 2512,
      2513, 2514, 2515, 2516, 2517, 2518, 2519, 2520, 6000, 6001, 400,
    ],
    404: [1175],
    409: [409],
    412: [412],
    413: [413],
    422: [422],
  },
  startBulkUpdate: { 400: [400, 20190, 20191], 404: [404, 1011], 409: [409], 422: [422], 429: [89] },
  getBulkUpdate: { 400: [400, 2348], 404: [404] },
  cancelBulkUpdate: { 400: [400], 404: [404], 409: [409], 422: [422] },
  getBusiness: { 400: [400], 404: [1011] },
  updateHierarchy: { 400: [400, 1361, 1363], 404: [1011], 409: [409], 412: [412], 413: [413], 422: [422] },
  getTimezones: { 404: [1011] },
  searchBusinesses: { 400: [400, 2348], 404: [1011] },
  getChildBusinesses: { 400: [400, 2348], 404: [1175] },
  getHierarchy: { 400: [400], 404: [1175] },
  createBusiness: {
    400: [1025, 1045, 1046, 1047, 1052, 1053, 1054, 1055, 1075, 1094, 2150, 2156, 2286, 400],
    403: [1184],
    404: [1175],
    422: [422],
  },
  setBusinessStatus: { 400: [1191, 2154, 2155, 400], 403: [1184], 404: [1175], 409: [409], 412: [412], 422: [422] },
  getContact: { 400: [400], 404: [1532, 5043] },
  saveContact: {
    400: [400, 1055, 1057, 1059, 1087, 1088, 1246, 5008, 5047, 5556, 5557],
    404: [1532, 5043],
    409: [409],
    412: [412],
    422: [422],
  },
  deleteContact: { 400: [400], 404: [1532, 5043], 409: [409], 412: [412], 422: [422] },
  checkIn: {
    400: [400, 1001, 1055, 1086, 1087, 1088, 1142, 1170, 5046, 5047],
    // 5043 as save contact: a repetition under a key whose contact was erased since.
    404: [1175, 5043],
    422: [422],
  },
  changePermission: { 400: [400], 404: [1011], 422: [422] },
  listContacts: { 400: [400, 1523, 1524, 2348, 20083], 404: [1011] },
  contactDetails: { 400: [400, 1523, 1524, 2347, 2348, 20083, 21120, 21121, 21122], 404: [1175] },
  optOutFeed: { 400: [400, 20083, 20084], 404: [1011] },
  contactActivity: { 400: [400, 1089, 1523, 1524], 404: [1011] },
  getMenuDetails: { 400: [400, 2348, 2457], 404: [1011] },
  listChanges: { 400: [400, 20192], 404: [1011] },
  addAggregationLink: { 400: [400], 404: [1011], 422: [422] },
  listAggregationLinks: { 404: [1011] },
  deleteAggregationLink: { 400: [400, 1039], 404: [1011], 422: [422] },
  addReviewSource: { 400: [400, 1030, 1031, 1032], 404: [1011], 422: [422] },
  listReviewSources: { 404: [1011] },
  deleteReviewSource: { 400: [400, 1039], 404: [1011], 422: [422] },
  createCompetitor: { 400: [400, 1045, 1046, 1047, 1055, 1075, 1094, 2286], 404: [1011], 422: [422] },
  listCompetitors: { 400: [400, 2348], 404: [1011] },
  deleteCompetitor: { 400: [400, 1174], 404: [1011], 422: [422] },
  competitorReviews: { 400: [400, 1186, 1187, 2347, 2348, 20083], 404: [1011] },
  reviewMetrics: { 400: [400, 1186, 1187, 2348, 20083], 404: [1011] },
  getMapsActionLinks: { 400: [400] },
  categoryList: { 400: [400, 2348], 404: [1011] },
  alphaAttributes: { 400: [400], 404: [1011] },
  mapsAttributes: { 400: [400], 404: [1011] },
  hotelAttributes: { 404: [1011] },
  moreHoursTypes: { 400: [400], 404: [1011] },
  subscribe: { 400: [400], 404: [1011], 422: [422] },
  listSubscriptions: { 404: [1011] },
  setWebhooks: { 400: [400], 404: [1005], 409: [409], 422: [422] },
  rotateSecret: { 400: [400], 404: [1005], 409: [409], 422: [422] },
  testWebhook: { 400: [400], 404: [1005], 409: [409], 422: [422], 429: [89] },
  listDeliveries: { 400: [400, 2348], 404: [1005] },
  replay: { 400: [400], 404: [1005], 422: [422] },
  listEvents: {},
  unsubscribe: { 400: [400], 404: [1005, 1011], 422: [422] },
  deleteSubscription: { 400: [400], 404: [1005], 422: [422] },
  createListing: { ...LISTING, 403: [1184] },
  updateListing: LISTING,
  getListing: { 404: [1175] },
  deactivateListing: { 400: [400], 404: [1175], 409: [409], 412: [412], 422: [422] },
  publishListing: { 400: [400], 403: [1184], 404: [1175], 409: [409], 412: [412], 422: [422] },
  createUser: {
    400: [400, 1013, 1014, 1052, 1053, 1054, 1057, 1059],
    404: [1011, 1175],
    409: [1160],
    422: [422],
  },
  updateUser: { 400: [400, 1013, 1057, 1059, 1184], 404: [1011, 1175, 1189], 422: [422] },
  getUser: { 400: [400], 404: [1189] },
  listUsers: { 400: [400, 2348], 404: [1011] },
  removeUser: { 400: [400, 1184], 404: [1011, 1188, 1189], 422: [422] },
  createCard: { 400: [400], 404: [1011], 422: [422] },
  listCards: { 404: [1011] },
  updateCard: { 400: [400], 404: [404, 1011], 422: [422] },
  deleteCard: { 400: [400], 404: [404, 1011], 422: [422] },
  createSurvey: {
    400: [400, 2045, 2046, 2047, 2054, 2055, 2061, 2063, 2069, 2070, 2071, 2072, 2093],
    404: [1011],
    413: [413],
    422: [422],
  },
  getSurvey: { 400: [400, 1315], 404: [1011] },
  listSurveys: { 400: [400], 404: [1011] },
  submitResponse: {
    400: [400, 1001, 1055, 1086, 1087, 1088, 1142, 1315, 2044, 5046, 5047],
    404: [1011, 5043],
    413: [413],
    422: [422],
  },
  listResponses: { 400: [400, 1315, 1523, 1524, 2347, 2348, 20083], 404: [1011] },
  createField: { 400: [400, 5022, 5023, 5031, 5039, 5040], 404: [1011], 422: [422] },
  updateField: { 400: [400, 5023, 5026, 5040], 404: [1011, 5025], 409: [409], 412: [412], 422: [422] },
  getField: { 400: [400], 404: [1011, 5025] },
  listFields: { 400: [400, 2348], 404: [1011] },
  setFieldValue: { 400: [400, 5023, 5028], 404: [1011, 5025], 409: [409], 412: [412], 413: [413], 422: [422] },
  deleteField: { 400: [400], 404: [1011, 5025], 409: [409], 412: [412], 422: [422] },
  getAllQna: { 400: [400, 2348], 404: [1011, 1532] },
  saveQna: { 400: [400, 2479, 2481, 2483, 2485], 404: [1011, 2482], 422: [422] },
  deleteQna: { 400: [400], 404: [1011, 2482], 422: [422] },
  createService: { 400: [400, 2487, 2488, 2489, 2490, 2491, 2492, 2493], 404: [1011], 422: [422] },
  listServices: { 400: [400, 2348], 404: [1011] },
  updateService: { 400: [400, 2488, 2489, 2490, 2491, 2492, 2494], 404: [1011], 422: [422] },
  deleteServices: { 400: [400, 2495], 404: [1011], 422: [422] },
  getServiceMapping: { 404: [1011] },
  setServiceMapping: { 400: [400, 2494, 2496], 404: [1011], 422: [422] },
  createProduct: { 400: [400, 2565], 404: [1011], 422: [422] },
  updateProduct: { 400: [400, 2565], 404: [1011, 2561], 409: [409], 412: [412], 422: [422] },
  getProduct: { 404: [1011, 2561] },
  deleteProducts: { 400: [400], 404: [1011, 2561], 422: [422] },
  listProducts: { 400: [400, 2348], 404: [1011] },
  getReviews: { 400: [400, 1186, 1187, 1244, 2348, 20083], 404: [1011] },
  reviewSummary: { 404: [1011] },
  usageByLocation: { 400: [400, 1315, 1523, 1524, 2347, 2348, 20083], 404: [1011] },
  reviewsOverTime: { 400: [400, 1523, 1524, 2003, 20083], 404: [1011] },
  reviewsByLocation: { 400: [400, 1523, 1524, 2347, 2348, 20083], 404: [1011] },
  npsOverTime: { 400: [400, 1315, 1523, 1524, 2003, 20083], 404: [1011] },
  reviewCategories: { 400: [400, 1523, 1524, 2003, 20083], 404: [1011] },
  reviewKeywords: { 400: [400, 1523, 1524, 2003, 20083], 404: [1011] },
  locationStatus: { 400: [1043], 404: [1175] },
  listingInsights: { 400: [400, 1524, 2003, 20083, 40001], 404: [1011, 1175] },
  searchAiCitations: { 400: [400, 1523, 1524, 2003, 2348, 20083], 404: [1011] },
  experienceOverTime: { 400: [400, 1523, 1524, 2003, 20083], 404: [1011] },
  uploadSocialMedia: { 400: [400, 2171], 404: [1011], 422: [422] },
  trackUpload: { 404: [1011] },
  addMedia: { 400: [400, 2171, 2174, 2175], 404: [1011], 422: [422] },
  listMedia: { 404: [1011] },
  setMediaCategory: { 400: [400, 2175], 404: [1011], 422: [422] },
  deleteMedia: { 400: [400], 404: [1011], 422: [422] },
  createTicket: {
    400: [400, 1001, 1042, 1055, 1087, 1088, 1142, 1246, 1315, 5046, 5047],
    404: [1175, 1189, 5043],
    422: [422],
  },
  commentTicket: { 400: [400], 403: [1033], 404: [1175, 1189], 409: [409], 422: [422] },
  updateTickets: { 400: [400], 403: [1033], 404: [1175, 1189], 409: [409], 422: [422] },
  getTicket: { 404: [1175] },
  getTickets: { 400: [400, 2347, 2348, 5556, 20083], 404: [1175] },
  sendMessage: { 400: [400, 1246, 5046], 403: [1184], 404: [1011, 5043], 409: [409], 422: [422] },
  receiveMessage: { 400: [400, 1001, 1055, 1087, 1088, 5046], 404: [1011, 5043], 422: [422] },
  updateConversation: { 400: [400], 404: [1011, 1189], 422: [422] },
  exportConversations: { 400: [400, 1246, 1523, 1524, 2347, 2348, 20083, 20084], 404: [1011] },
  listEmployees: { 400: [400, 2347, 2348], 404: [1011] },
  saveEmployee: { 400: [400, 1052, 1053, 1055, 1057, 1059, 5556], 404: [1011], 422: [422] },
  createRequestUrl: { 400: [400, 1040, 1089, 1246, 1315, 5046], 403: [1184], 404: [1011], 409: [409], 422: [422] },
  getRequest: { 404: [404] },
  setDefaultReviewSources: { 400: [400], 404: [1011], 422: [422] },
  mapIntegration: { 400: [400], 404: [1175], 422: [422] },
  listIntegrations: { 400: [400, 2347, 2348], 404: [1175] },
  deleteBusiness: { 400: [400, 1174], 403: [1184], 404: [1175], 409: [409], 412: [412], 422: [422] },
};

/** The codes of every operation, by status. */
const SHARED: Readonly<Record<number, readonly number[]>> = {
  401: [1161, 1167],
  404: [404],
  413: [413],
  414: [414],
  429: [89],
  500: [500],
  503: [503],
  504: [504],
};

const typed = (codes: Readonly<Record<number, readonly number[]>>): string[] =>
  Object.entries(codes).flatMap(([status, each]) => each.map((code) => `${code}/${status}`));
const ofOperation = (id: string): string[] => [...new Set([...typed(OWN[id] ?? {}), ...typed(SHARED)])].sort();
const answered = (operation: Contract): string[] =>
  [...new Set(errorsOf(operation).map(({ code, status }) => `${code}/${status}`))].sort();

/** Every error that a part of an operation's schemas answers with. */
const schemaErrors = ({ request, pathParameters, query, headers }: Contract): ErrorEntry[] => {
  const found: ErrorEntry[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const own: unknown[] = Object.values((node as { 'x-errors'?: object })['x-errors'] ?? {});
    found.push(...own.filter((entry): entry is ErrorEntry => typeof entry === 'object'));
    for (const value of Object.values(node)) visit(value);
  };
  const parameters = [pathParameters, query, headers].flatMap((each) => Object.values(each ?? {}));
  visit([request, ...parameters.map(({ schema }) => schema)]);
  for (const { error, addresses, missing } of parameters)
    found.push(...[error, addresses, missing].filter((each) => each !== undefined));
  return found;
};

describe('The catalogue of errors', () => {
  it('has the codes and statuses of the interface, and no others', () => {
    const all = new Set([...Object.values(OWN).flatMap(typed), ...typed(SHARED)]);
    expect(pairs.toSorted()).toEqual([...all].sort());
  });

  it('has a name for each of its rows, and no name next to them', () => {
    const named = Object.values<ErrorEntry>(errors).toSorted((a, b) => a.code - b.code);
    expect(named).toEqual(rows.toSorted((a, b) => a.code - b.code));
  });

  it('has for what has no code of its own the status as the code', () => {
    const statuses = rows.filter(({ code }) => code >= 400 && code <= 599);
    expect(statuses.map(({ code }) => code)).toEqual([400, 404, 409, 412, 413, 414, 422, 500, 503, 504]);
    expect(statuses.filter(({ code, status }) => code !== status)).toEqual([]);
  });

  it('has one message for each code, of one line', () => {
    // 400 and 2565 name the field in their messages: both have the same template.
    const messages = rows.filter(({ code }) => code !== 2565).map(({ message }) => message);
    expect(new Set(messages).size).toBe(messages.length);
    for (const message of messages) expect(message).toMatch(/^\S[^\n]*\S$/);
  });
});

/** The operations that have a condition of their own for a code. */
const conditioned = Object.entries(catalogue).flatMap(([code, row]) =>
  'conditions' in row
    ? Object.keys(row.conditions).flatMap((ids) => ids.split(', ').map((id) => [id, Number(code)] as const))
    : [],
);

describe('The operations', () => {
  it.each(conditioned)('%s, which has a condition of its own for %i, answers with it', (id, code) => {
    const operation = allOperations.find((each) => each.id === id);
    expect(operation && errorsOf(operation).map((entry) => entry.code)).toContain(code);
  });

  it.each(Object.keys(OWN))('%s answers with the codes of the interface', (id) => {
    const operation = allOperations.find((each) => each.id === id);
    expect(operation && answered(operation)).toEqual(ofOperation(id));
  });

  it.each(allOperations)('$id answers with codes of the catalogue, under their statuses', (operation) => {
    const known = new Set(pairs);
    expect(answered(operation).filter((each) => !known.has(each))).toEqual([]);
  });

  it.each(allOperations)('$id names each error that its schemas answer with', (operation) => {
    const named = Object.values(operation.errors);
    expect(schemaErrors(operation).filter((entry) => !named.includes(entry))).toEqual([]);
  });

  it('answer with errors of their schemas and of their rules', () => {
    const bySchema = new Set(allOperations.flatMap(schemaErrors));
    const all = new Set(allOperations.flatMap((operation) => Object.values(operation.errors)));
    expect(bySchema.size).toBeGreaterThan(10);
    expect(all.size).toBeGreaterThan(bySchema.size);
  });
});
