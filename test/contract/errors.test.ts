/** Every error of every operation comes about as its cases say, with the status, code and message of the contract. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { titles } from '../../cdk/build/titles.ts';
import { type Operation, type Provocation, provocationAt, type Unprovoked } from '../../lib/contract/cases.ts';
import { errorsOf, parametersOf, successOf } from '../../lib/contract/derived.ts';
import type { ErrorEntry } from '../../lib/contract/error-entry.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import catalogue from '../../lib/contract/errors.json' with { type: 'json' };
import { operations } from '../../lib/operations.ts';
import { namedPlaces } from '../../tools/docs/openapi/named-places.ts';
import { triedOperations } from '../support/chosen.ts';
import { type DemoTable, openDemoTable } from './demo-table.ts';
import { ask, type Sent } from './sample-call.ts';
import { sharedProvocations } from './shared-errors.ts';
import { textOf } from './source-files.ts';

let table: DemoTable;
beforeAll(async () => {
  table = await openDemoTable();
});
afterEach(() => table.restore());

const PROBLEM = { Accept: 'application/problem+json' };

/** As problem details and as the plain response. */
const expectError = async (operation: Operation, sent: Sent, { status, code, message }: ErrorEntry) => {
  const plain = await ask(operation, sent);
  expect({ status: plain.status, body: plain.body }).toEqual({ status, body: { code, message } });
  const problem = await ask(operation, { ...sent, headers: PROBLEM });
  expect(problem.body).toMatchObject({ status, code, message, title: titles[code] });
  return problem.body.errors;
};

/** What problem details list for a provocation. */
const listed = (operation: Operation, provocation: Provocation, entry: ErrorEntry) => {
  const { code, message } = { ...entry, ...provocation };
  const naming = { list: parametersOf(operation), bodyIdentifiers: operation.bodyIdentifiers };
  const places = namedPlaces(entry, naming, provocation);
  return (places.length > 0 ? places : [{}]).map((place) => ({ code, message, ...place }));
};

/** A test that brings an error about which no request of the cases does: it names the code, or the message where that is not the code's own. */
const expectTest = ({ unprovoked }: Unprovoked, { code, message }: ErrorEntry) => {
  expect(existsSync(join(projectRoot, unprovoked)), unprovoked).toBe(true);
  // Those go through the cases, or name every code.
  expect(unprovoked).not.toMatch(/^test\/contract\//);
  const own = (catalogue as Record<string, { message: string }>)[code]?.message;
  const said = own === message ? new RegExp(`\\b${code}\\b`) : message;
  expect(textOf(unprovoked)).toMatch(said);
};

/** One chain brings these about in front of every operation: of some it is tried. */
const sharing = new Set(triedOperations(20, { salt: 'shared errors' }));

describe.each(operations)('$id', (operation) => {
  const { cases } = operation;

  it('says of each of its errors how it comes about, and of no other', () => {
    expect(Object.keys(cases.provocations).sort()).toEqual(Object.keys(operation.errors).sort());
    for (const entry of errorsOf(operation)) {
      const isOwn = Object.values(operation.errors).includes(entry);
      const isPlain = entry === errors.invalidRequest && cases.invalid !== undefined;
      expect([entry, isOwn || isPlain || sharedProvocations.has(entry)]).toEqual([entry, true]);
    }
    const plain = errorsOf(operation).includes(errors.invalidRequest);
    expect(cases.invalid !== undefined).toBe(plain);
  });

  it.each(Object.entries(operation.errors))('%s', async (name, entry) => {
    const provoked = cases.provocations[name]!;
    const provocation = provocationAt(Date.now(), provoked);
    if (!provocation) return expectTest(provoked as Unprovoked, entry);
    const said = { ...entry, message: provocation.message ?? entry.message };
    // A message that names the field is a template in the catalogue.
    expect(entry.message.startsWith('<') || said.message.startsWith(entry.message)).toBe(true);
    expect(await expectError(operation, provocation, said)).toEqual(listed(operation, provocation, entry));
  });

  const invalid = cases.invalid ? [cases.invalid] : [];
  it.each(invalid)('what is wrong in a way that has no code of its own: $message', async (request) => {
    const entry = { ...errors.invalidRequest, message: request.message };
    expect(await expectError(operation, request, entry)).toEqual(listed(operation, request, entry));
  });

  const own = Object.values(operation.errors);
  const shared = errorsOf(operation).filter((entry) => sharedProvocations.has(entry) && !own.includes(entry));
  const triedHere = sharing.has(operation) ? shared : [];
  it.each(triedHere.map((entry) => [entry.code, entry] as const))('%i, as every operation', async (_, entry) => {
    const provoked = sharedProvocations.get(entry)!(operation);
    if ('unprovoked' in provoked) return expectTest(provoked, entry);
    const { first, table: answering, ...sent } = provoked;
    if (first) expect((await ask(operation, first)).status).toBe(successOf(operation));
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const work = () => expectError(operation, sent, entry);
    await (answering ? table.instead(answering, work) : work());
    // Its cause is for the operator: in the log, not in the response.
    expect(logged.mock.calls.length > 0).toBe(entry.status >= 500);
    logged.mockRestore();
  });
});

it('each error that is shared is one of some operation', () => {
  const all = new Set(operations.flatMap(errorsOf));
  expect([...sharedProvocations.keys()].filter((entry) => !all.has(entry))).toEqual([]);
});
