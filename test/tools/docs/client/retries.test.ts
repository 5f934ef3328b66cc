/** What the client's runtime makes of faults on the way: each request through a proxy to the local service. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../../lib/operations.ts';
import { DEMO, TOM } from '../../../../lib/tickets/contracts/demo.cases.ts';
import { clientOperations, runtimeOperation } from '../../../../tools/docs/client/facts.ts';
import { type Answer, Caller, type VersionedAnswer } from '../../../../tools/docs/client/runtime/caller.ts';
import * as errors from '../../../../tools/docs/client/runtime/errors.ts';
import type { Settings } from '../../../../tools/docs/client/runtime/settings.ts';
import { demoKey } from '../../../../tools/local/demo.ts';
import type { Service } from '../../../../tools/local/service.ts';
import { startDemoService } from '../../../support/demo-service.ts';
import { type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.ts';

const rows = Object.fromEntries(clientOperations(operations).map((each) => [each.id, runtimeOperation(each)]));
const row = (id: string) => rows[id]!;

let service: Service;
let proxy: FaultProxy;
let apiKey: string;
beforeAll(async () => {
  [service, apiKey] = await Promise.all([startDemoService([], { requestsOnly: true }), demoKey()]);
  proxy = await startFaultProxy(service.url);
});
afterAll(async () => {
  await proxy?.close();
  await service?.close();
});

const at = (baseUrl: string, settings: Partial<Settings> = {}) =>
  new Caller({ baseUrl, apiKey, ...settings }, 'the-client/1.2.3');

/** Updates that each change the record: whoever does one twice is seen by the version. */
let changes = 0;
const update = () => ({
  businessId: 700101,
  body: {
    emailId: 'hello@copperkettle.example',
    phone: '(805) 555-0142',
    services: 'Dine-in',
    websiteUrl: `https://copperkettle.example/${++changes}`,
  },
});
const version = async (): Promise<number> => {
  const { etag } = await at(service.url).call<Answer<unknown>>(row('getBusiness'), { businessId: 700101 });
  return Number(etag?.replaceAll('"', ''));
};
const failed = async (call: Promise<unknown>): Promise<errors.ListingError> => {
  const error = await call.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(errors.ListingError);
  return error;
};

describe('A write', () => {
  it.each<readonly Fault[]>([['429'], ['503'], ['reset'], ['lost'], ['half'], ['page'], ['lost', '503', 'reset']])(
    'is sent again under its key after %s %s %s, and executed once',
    async (...faults) => {
      const before = await version();
      const address = proxy.faulty(...faults.filter(Boolean));
      const answer = await at(address).call<Answer<{ websiteUrl: string }>>(row('updateBusiness'), update());
      expect(answer.data.websiteUrl).toBe(`https://copperkettle.example/${changes}`);
      expect(answer.etag).toBe(`"${before + 1}"`);
      expect(await version()).toBe(before + 1);
      const keys = proxy.seen(address).map(({ headers }) => headers['idempotency-key']);
      expect(keys).toHaveLength(faults.filter(Boolean).length + 1);
      expect(new Set(keys).size).toBe(1);
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
      // The first try was executed, and the last one answered as that.
      expect(answer.replayed).toBe(['lost', 'half', 'page'].includes(faults[0]!));
    },
  );

  it.each<Fault>(['stall', 'stall-half'])('is given up in time and sent again after %s', async (fault) => {
    const before = await version();
    const address = proxy.faulty(fault);
    await at(address, { timeout: 1500 }).call(row('updateBusiness'), update());
    expect(await version()).toBe(before + 1);
    // More than one further try where the machine is slow.
    const keys = proxy.seen(address).map(({ headers }) => headers['idempotency-key']);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  });

  it('that failed can be repeated under the key that its error names', async () => {
    const request = update();
    const before = await version();
    const address = proxy.faulty('lost', '503', '503');
    const error = await failed(at(address, { retries: 2 }).call(row('updateBusiness'), request));
    expect(error).toBeInstanceOf(errors.UnavailableError);
    expect(error).toMatchObject({ status: 503, attempts: 3, operation: 'updateBusiness', requestId: 'of-the-proxy' });
    const { idempotencyKey = '' } = error;
    const answer = await at(service.url).call<Answer<unknown>>(row('updateBusiness'), request, { idempotencyKey });
    expect(answer.replayed).toBe(true);
    expect(await version()).toBe(before + 1);
  });

  it('that is a GET has a key too, and a read has none', async () => {
    const address = proxy.faulty();
    await failed(at(address).call(row('unsubscribe'), { subscriptionId: 'sub_0', businessId: 700100 }));
    await at(address).call(row('getBusiness'), { businessId: 700101 });
    const keys = proxy.seen(address).map(({ method, headers }) => [method, headers['idempotency-key'] !== undefined]);
    expect(keys).toEqual([
      ['GET', true],
      ['GET', false],
    ]);
  });
});

describe('A call', () => {
  it('is not sent again where that would change nothing', async () => {
    for (const [given, expected] of [
      [{ businessId: 700101, body: { emailId: 'x' } }, errors.InvalidRequestError],
      [{ businessId: 799999, body: update().body }, errors.NotFoundError],
    ] as const) {
      const address = proxy.faulty();
      expect(await failed(at(address).call(row('updateBusiness'), given))).toBeInstanceOf(expected);
      expect(proxy.seen(address)).toHaveLength(1);
    }
  });

  it('throws a class that says what to do, with what the response says', async () => {
    const body = { ...update().body, name: 'C', fax: '1' };
    // Its status is 401, and the key is fine.
    const field = await failed(at(service.url).call(row('updateBusiness'), { businessId: 700101, body }));
    expect(field).toBeInstanceOf(errors.InvalidRequestError);
    expect(field).toMatchObject({ status: 401, code: 1047, name: 'InvalidRequestError' });
    expect(field.violations.map(({ pointer, code, limit }) => [pointer, code, limit])).toEqual([
      ['/name', 1047, 3],
      ['/fax', 1056, undefined],
    ]);
    expect(field.message).toContain(`(updateBusiness, status 401, code 1047, request ${field.requestId})`);

    const key = await failed(at(service.url, { apiKey: 'no such key' }).call(row('listEvents')));
    expect(key).toBeInstanceOf(errors.InvalidKeyError);
    const ifMatch = '"0"';
    const late = await failed(at(service.url).call(row('updateBusiness'), update(), { ifMatch }));
    expect(late).toBeInstanceOf(errors.VersionChangedError);
    expect(late.etag).toBe(`"${await version()}"`);
    const person = { businessId: 700100, body: { email: 'unknown@mail.example' } };
    const unknown = await failed(at(service.url).call(row('getContact'), person));
    expect(unknown).toBeInstanceOf(errors.NotFoundError);
    expect(unknown).toMatchObject({ code: 5043, violations: [] });
    const comment = { ticketId: DEMO.asked, comment: 'Called back.', userEmail: TOM };
    const viewer = await failed(at(service.url).call(row('commentTicket'), { businessId: 700100, body: comment }));
    expect(viewer).toBeInstanceOf(errors.ConflictError);
    expect(viewer).toMatchObject({ status: 403, code: 1033 });
    const idempotencyKey = 'one-key';
    await at(service.url).call(row('updateBusiness'), update(), { idempotencyKey });
    const reused = await failed(at(service.url).call(row('updateBusiness'), update(), { idempotencyKey }));
    expect(reused).toBeInstanceOf(errors.IdempotencyKeyError);
  });

  it.each<[Fault, string]>([
    ['other-401', 'The response has status 401 and is not from the API'],
    ['other-403', 'Forbidden'],
    ['other-404', 'The response has status 404 and is not from the API'],
  ])('takes %s, which has no code, for no answer of the API', async (fault, message) => {
    const address = proxy.faulty(fault);
    const error = await failed(at(address).call(row('getBusiness'), { businessId: 700101 }));
    expect(error.constructor).toBe(errors.ListingError);
    expect(error).toMatchObject({ status: Number(fault.slice(-3)), attempts: 1, code: undefined });
    expect(error.message).toContain(message);
    expect(proxy.seen(address)).toHaveLength(1);
  });

  it('whose response lost its ETag returns an empty one, which no write takes for any version', async () => {
    const withoutEtag: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      const headers = new Headers(response.headers);
      headers.delete('etag');
      return new Response(response.body, { status: response.status, headers });
    };
    const stripped = at(service.url, { fetch: withoutEtag });
    const { etag } = await stripped.call<VersionedAnswer<unknown>>(row('getBusiness'), { businessId: 700101 });
    expect(etag).toBe('');
    const before = await version();
    const error = await failed(at(service.url).call(row('updateBusiness'), update(), { ifMatch: etag }));
    expect(error).toBeInstanceOf(errors.InvalidRequestError);
    expect(await version()).toBe(before);
    const events = await stripped.call<Answer<unknown>>(row('listEvents'));
    expect(events.etag).toBeUndefined();
  });

  it('does not wait past its end for what the server asks it to wait for', async () => {
    const address = proxy.faulty('quota');
    const error = await failed(at(address).call(row('listEvents')));
    expect(error).toBeInstanceOf(errors.RateLimitError);
    expect(error).toMatchObject({ code: 89, retryAfter: 3600, attempts: 1 });
    expect(proxy.seen(address)).toHaveLength(1);
  });

  it('ends with its deadline, its retries or its signal', async () => {
    const late = await failed(at(proxy.faulty('stall'), { deadline: 200 }).call(row('listEvents')));
    expect(late).toBeInstanceOf(errors.TimeoutError);
    const gone = await failed(at(proxy.faulty('reset'), { retries: 0 }).call(row('listEvents')));
    expect(gone).toBeInstanceOf(errors.ConnectionError);
    expect(gone.cause).toBeDefined();
    const stop = new AbortController();
    const stopped = at(proxy.faulty('stall')).call(row('listEvents'), {}, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    const waiting = new AbortController();
    const address = proxy.faulty('503', '503', '503', '503', '503');
    const paused = at(address, { retries: 9 }).call(row('listEvents'), {}, { signal: waiting.signal });
    setTimeout(() => waiting.abort(new Error('no more')), 20);
    await expect(paused).rejects.toThrow('no more');
  });

  it('does not follow to another place, where its key would go too', async () => {
    const address = proxy.faulty('moved');
    expect(await failed(at(address).call(row('listEvents')))).toMatchObject({ status: 307 });
    expect(proxy.seen(address)).toHaveLength(1);
  });

  it('says who it is', async () => {
    const address = proxy.faulty();
    await at(address, { userAgent: 'our-sync/4' }).call(row('listEvents'));
    expect(proxy.seen(address)[0]?.headers['user-agent']).toMatch(
      /^our-sync\/4 the-client\/1\.2\.3 \(Node\.js\/\d+\)$/,
    );
  });
});
