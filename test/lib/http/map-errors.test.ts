/** What a log says of a request that failed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreUnavailable } from '../../../lib/dynamodb/outcomes.ts';
import { mapErrors } from '../../../lib/http/map-errors.ts';
import { proxyEvent } from '../../support/call.ts';

const SECRETS = ['key-that-nobody-may-read-01', 'ada@mail.example', '/v1/path-as-sent', 'header-of-a-client'];

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
  vi.spyOn(console, 'error').mockImplementation((...values) => logged.push(...values));
});
afterEach(() => vi.restoreAllMocks());

const fail = (error: Error) => {
  const request = { event: structuredClone(event), error };
  mapErrors().onError?.(request as never);
  return { response: JSON.parse((request.error as Error).message), log: JSON.stringify(logged) };
};

describe('A log line', () => {
  it('holds nothing of the request but its id', () => {
    const { log } = fail(new StoreUnavailable('the store cannot be reached', { cause: new Error('reset') }));
    expect(log).toContain('request-1');
    expect(log).toContain('the store cannot be reached');
    expect(log).toContain('reset');
    expect(SECRETS.filter((secret) => log.includes(secret))).toEqual([]);
  });

  it('holds nothing that the JSON parser quotes, be it the error or its cause', () => {
    const quoted = (() => {
      try {
        return JSON.parse(`{"email": ${SECRETS[1]}}`);
      } catch (error) {
        return error as Error;
      }
    })();
    expect(quoted.message).toContain('ada@');
    for (const error of [quoted, new Error('not read', { cause: quoted })]) {
      expect(fail(error).log).not.toContain('ada@');
    }
  });

  it('has what a fault came from; the response has not', () => {
    const { response } = fail(new Error('the inside'));
    expect(JSON.stringify(response)).not.toContain('the inside');
    expect(JSON.stringify(logged)).toContain('the inside');
  });
});
