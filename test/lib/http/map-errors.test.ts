/** What a log says of a request that failed. */
import { validators } from 'compiled:validators';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { updateBusiness } from '../../../lib/business/contracts/update-business.ts';
import { getContact } from '../../../lib/contacts/contracts/get-contact.ts';
import * as errors from '../../../lib/contract/error-rows.ts';
import { Conflict, StoreUnavailable } from '../../../lib/dynamodb/client/outcomes.ts';
import { ApiError } from '../../../lib/http/api-error.ts';
import { mapErrors } from '../../../lib/http/map-errors.ts';
import { proxyEvent } from '../../support/call.ts';

const SECRETS = ['key-that-no-one-may-read-01', 'ada@mail.example', '/v1/path-as-sent', 'header-of-a-client'];

const event = proxyEvent({
  key: SECRETS[0]!,
  body: { email: SECRETS[1] },
  headers: { 'X-Own': SECRETS[3]! },
  query: { email: SECRETS[1]! },
  requestId: 'request-1',
  event: { path: SECRETS[2]! },
});

let logged: unknown[];
beforeEach(() => {
  logged = [];
  for (const level of ['error', 'info'] as const)
    vi.spyOn(console, level).mockImplementation((...values) => void logged.push(...values));
});
afterEach(() => vi.restoreAllMocks());

const fail = async (error: Error) => {
  const request = { event: structuredClone(event), error };
  await mapErrors(getContact, validators.getContact!).onError?.(request as never);
  return { response: JSON.parse((request.error as Error).message), log: JSON.stringify(logged) };
};

it('A conflict is a 409 of operations that have one, and else a 503', async () => {
  const entryOf = async (contract: typeof getContact | typeof updateBusiness) => {
    const request = { event: structuredClone(event), error: new Conflict('written by others') };
    await mapErrors(contract, validators[contract.id]!).onError?.(request as never);
    const { statusCode, message, headers } = request.error as unknown as {
      statusCode: number;
      message: string;
      headers: Record<string, string>;
    };
    return [statusCode, JSON.parse(message).code, headers['Retry-After']];
  };
  expect(await entryOf(updateBusiness)).toEqual([409, 409, '1']);
  expect(await entryOf(getContact)).toEqual([503, 503, '1']);
});

describe('A log line', () => {
  it('of a 4xx holds nothing of the request but its id, its operation and its code', async () => {
    const { response } = await fail(new ApiError(errors.contactNotFound));
    expect(response.code).toBe(5043);
    expect(logged).toEqual([{ requestId: 'request-1', operation: 'getContact', status: 404, code: 5043 }]);
  });

  it('holds nothing of the request but its id', async () => {
    const { log } = await fail(new StoreUnavailable('the store cannot be reached', { cause: new Error('reset') }));
    expect(log).toContain('request-1');
    expect(log).toContain('the store cannot be reached');
    expect(log).toContain('reset');
    expect(SECRETS.filter((secret) => log.includes(secret))).toEqual([]);
  });

  it('holds nothing that the JSON parser quotes, be it the error or its cause', async () => {
    const quoted = (() => {
      try {
        return JSON.parse(`{"email": ${SECRETS[1]}}`);
      } catch (error) {
        return error as Error;
      }
    })();
    expect(quoted.message).toContain('ada@');
    for (const error of [quoted, new Error('not read', { cause: quoted })]) {
      expect((await fail(error)).log).not.toContain('ada@');
    }
  });

  it('has what a fault came from; the response has not', async () => {
    const { response } = await fail(new Error('the inside'));
    expect(JSON.stringify(response)).not.toContain('the inside');
    expect(JSON.stringify(logged)).toContain('the inside');
  });
});
