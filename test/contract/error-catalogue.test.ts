/** The catalogue of errors against the specification, as typed here from its section 7 and from the decisions. */
import { describe, expect, it } from 'vitest';
import catalogue from '../../lib/contract/errors.json' with { type: 'json' };
import { type ErrorEntry, errors } from '../../lib/contract/errors.ts';
import { operations } from '../../lib/operations.ts';

const rows: readonly (readonly [string, { status: number; message: string; operations: readonly string[] }])[] =
  Object.entries(catalogue);

/** Spec section 7, update business: the codes of each status. */
const UPDATE_BUSINESS: Readonly<Record<number, readonly number[]>> = {
  400: [
    1045, 2296, 2297, 2290, 2503, 2276, 2277, 2278, 2162, 2511, 2512, 2513, 2514, 2515, 2516, 2517, 2518, 2519, 2520,
    6000, 6001,
  ],
  401: [1161, 1167, 1047, 1046, 1055, 1056, 1069, 1070, 1190],
  404: [1175],
  429: [89],
};

/** Spec section 7, the other operations, with the statuses of the decisions; 5043 and 2348 are the decisions' own. */
const OTHERS: readonly (readonly [number, number, readonly string[]])[] = [
  [1167, 401, ['*']],
  [1161, 401, ['*']],
  [89, 429, ['*']],
  [1532, 404, ['getContact']],
  [5043, 404, ['getContact']],
  [1011, 404, ['getMenuDetails', 'addAggregationLink']],
  [2457, 400, ['getMenuDetails']],
  [2348, 400, ['paginated operations']],
];

/** What has no code of its own carries its HTTP status. */
const isStatus = (code: string) => Number(code) >= 400 && Number(code) <= 599;

/** The operations that a row says it may answer. */
const operationsOf = (named: readonly string[]) =>
  operations.filter(
    ({ id, parameters }) =>
      named.includes('*') ||
      named.includes(id) ||
      (named.includes('paginated operations') && parameters.some(({ name }) => name === 'sindex')),
  );

describe('The catalogue of errors', () => {
  it('has a name for each of its rows, and no name beside them', () => {
    const named = Object.values<ErrorEntry>(errors).map(({ code, status, message }) => [String(code), status, message]);
    expect(named.toSorted()).toEqual(rows.map(([code, { status, message }]) => [code, status, message]).toSorted());
  });

  it('holds every code of the specification, under its status', () => {
    const typed = [
      ...Object.entries(UPDATE_BUSINESS).flatMap(([status, codes]) => codes.map((code) => [code, Number(status)])),
      ...OTHERS.map(([code, status]) => [code, status]),
    ];
    for (const [code, status] of typed) {
      expect([code, (catalogue as Record<string, { status: number }>)[String(code)]?.status]).toEqual([code, status]);
    }
    const known = new Set(typed.map(([code]) => String(code)));
    expect(rows.map(([code]) => code).filter((code) => !known.has(code) && !isStatus(code))).toEqual([]);
  });

  it('has for what has no code of its own the status as the code', () => {
    const statuses = rows.filter(([code]) => isStatus(code));
    expect(statuses.map(([code]) => code)).toEqual(
      expect.arrayContaining(['400', '404', '409', '413', '500', '503', '504']),
    );
    for (const [code, { status }] of statuses) expect(String(status)).toBe(code);
  });

  it('names the operations of each code as the specification does', () => {
    for (const [code, , named] of OTHERS) {
      expect([code, catalogue[String(code) as keyof typeof catalogue].operations]).toEqual([code, named]);
    }
    const shared = new Set(OTHERS.map(([code]) => code));
    for (const code of Object.values(UPDATE_BUSINESS).flat()) {
      if (shared.has(code)) continue;
      expect([code, catalogue[String(code) as keyof typeof catalogue].operations]).toEqual([code, ['updateBusiness']]);
    }
  });

  it('has one message for each code, of one line', () => {
    const messages = rows.map(([, { message }]) => message);
    expect(new Set(messages).size).toBe(messages.length);
    for (const message of messages) expect(message).toMatch(/^\S.*\S$/);
  });
});

describe('The operations', () => {
  it.each(operations)('$id answers only with errors that name it', ({ id, errors: own }) => {
    for (const { code } of own) {
      const row = rows.find(([each]) => each === String(code));
      expect([code, operationsOf(row?.[1].operations ?? []).map((operation) => operation.id)]).toEqual([
        code,
        expect.arrayContaining([id]),
      ]);
    }
    expect(new Set(own.map(({ code }) => code)).size).toBe(own.length);
  });

  it('are named only by errors that they answer with', () => {
    for (const [code, { operations: named }] of rows) {
      if (named.includes('*')) continue;
      const answering = operations.filter((operation) => operation.errors.some((error) => String(error.code) === code));
      expect([code, answering.map(({ id }) => id)]).toEqual([code, operationsOf(named).map(({ id }) => id)]);
      expect([code, operationsOf(named).length]).not.toEqual([code, 0]);
    }
  });

  it('say of a plain 400 that it may be theirs where they have a body', () => {
    for (const { request, errors: own } of operations) {
      if (request) expect(own).toContain(errors.invalidRequest);
    }
  });
});
