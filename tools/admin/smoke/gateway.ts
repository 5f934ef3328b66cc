/** Checks of the gateway in front of the functions, above all of behaviour that only a deployed stage has. */
import * as errors from '../../../lib/contract/error-rows.ts';
import { check, errorCode, expectError, isOurError, type Site, type SmokeCheck, skipped } from './check.ts';
import { harmless as harmlessRequest, harmlessWith, type SmokeData, unknownKey, withKey } from './samples.ts';
import { shapeChecks } from './shapes.ts';

const { request: harmless, error: harmlessError } = harmlessRequest;

/** Sends the key's header in every case that clients use. With a working key there is no 401. */
const headerCase = ({ send, sendHttp2, key }: Site): SmokeCheck[] => {
  const names = ['x-api-key', 'X-API-Key', 'X-Api-Key', 'X-API-KEY'];
  const overHttp1 = names.map((name) =>
    expectError(`${name} over HTTP/1.1`, harmlessError, () => send({ ...harmless, headers: { [name]: key } })),
  );
  const overHttp2 = sendHttp2
    ? expectError('x-api-key over HTTP/2', harmlessError, () => sendHttp2(withKey(key, harmless)))
    : skipped('x-api-key over HTTP/2', 'needs an https address');
  return [...overHttp1, overHttp2];
};

const keys = ({ send }: Site): SmokeCheck[] => [
  expectError('an empty key', errors.keyMissing, () => send({ ...harmless, headers: { 'x-api-key': '' } })),
  expectError('a blank key', errors.keyMissing, () => send({ ...harmless, headers: { 'x-api-key': '   ' } })),
  expectError('a short key', errors.keyInvalid, () => send({ ...harmless, headers: { 'x-api-key': 'short' } })),
  expectError('a key of 4,000 characters', errors.keyInvalid, () =>
    send({ ...harmless, headers: { 'x-api-key': 'k'.repeat(4000) } }),
  ),
  // The gateway may cache the refusal: a second try shows whether both responses are the same.
  expectError('an unknown key, twice', errors.keyInvalid, async () => {
    const request = { ...harmless, headers: { 'x-api-key': unknownKey } };
    await send(request);
    return send(request);
  }),
];

/** Errors of every source with every Accept header: the body stays JSON. */
const accepts = ({ send, key }: Site): SmokeCheck[] =>
  ['text/html', 'application/xml', 'image/png'].flatMap((accept) => {
    const headers = { Accept: accept };
    return [
      expectError(`Accept ${accept}, no key`, errors.keyMissing, () => send({ ...harmless, headers })),
      expectError(`Accept ${accept}, unknown key`, errors.keyInvalid, () =>
        send({ ...harmless, headers: { ...headers, 'x-api-key': unknownKey } }),
      ),
      expectError(`Accept ${accept}, unknown path`, errors.routeNotFound, () => send({ path: '/v1/nowhere', headers })),
      expectError(`Accept ${accept}, an error of a function`, harmlessError, () =>
        send({ ...harmless, headers: { ...headers, 'x-api-key': key } }),
      ),
    ];
  });

const routes = ({ send, key }: Site): SmokeCheck[] => [
  expectError('an unknown path', errors.routeNotFound, () => send({ path: '/v1/nowhere' })),
  expectError('an unknown method', errors.routeNotFound, () => send({ path: '/v1/usage', method: 'PATCH' })),
  // AWS does not document how it handles an Authorization header without a signature, but the body must be ours.
  check(
    'hold',
    'an unknown path with a Bearer header: the body',
    'an error of ours',
    () => send({ path: '/v1/nowhere', headers: { Authorization: 'Bearer abc' } }),
    isOurError,
  ),
  expectError(
    'an unknown path with a Bearer header: the code',
    errors.routeNotFound,
    () => send({ path: '/v1/nowhere', headers: { Authorization: 'Bearer abc' } }),
    'learn',
  ),
  expectError('a known path with a Bearer header', harmlessError, () =>
    send({ ...harmless, headers: { Authorization: 'Bearer abc', 'x-api-key': key } }),
  ),
  check(
    'hold',
    'X-HTTP-Method-Override without a key',
    'refused',
    () => send({ ...harmless, method: 'POST', headers: { 'X-HTTP-Method-Override': 'GET' } }),
    ({ status }) => status === 401 || status === 404,
  ),
  expectError(
    'X-HTTP-Method-Override with a key',
    errors.routeNotFound,
    () => send({ ...harmless, method: 'POST', headers: { 'X-HTTP-Method-Override': 'GET', 'x-api-key': key } }),
    'learn',
  ),
  check(
    'hold',
    'a path of 1,700 characters: the status',
    '414 or another refusal',
    () => send(withKey(key, harmlessWith('7'.repeat(1700)))),
    ({ status }) => status >= 400 && status < 500,
  ),
  check(
    'learn',
    'a path of 1,700 characters: the body',
    'an error of ours',
    () => send(withKey(key, harmlessWith('7'.repeat(1700)))),
    isOurError,
  ),
];

const POLICY = /^"rate";q=\d+;w=\d+(?:, "quota";q=\d+;w=\d+)?$/;

/** Checks the header with the plan: its quotes are in the authorizer's context, which the gateway caches. */
const rates = ({ send, key }: Site): SmokeCheck =>
  check(
    'learn',
    'RateLimit-Policy, of an answer of the authorizer that is remembered too',
    '"rate";q=…;w=…, and "quota" where the plan has one',
    async () => {
      await send(withKey(key, harmless));
      return send(withKey(key, harmless));
    },
    ({ headers }) => {
      const policy = headers['ratelimit-policy'] ?? 'no header';
      return POLICY.test(policy) || policy;
    },
  );

/** What no single request can show. */
const byHand: SmokeCheck[] = [
  skipped('how long a new key takes', 'by hand: keys issue, then call until it answers 200'),
  skipped('how long a revoked key works', 'by hand: keys revoke, then call until it answers 401'),
  skipped('whether a refusal is remembered', 'by hand: call with a key before it is loaded, load it, call again'),
  skipped('a line in the access log for a missing key', 'by hand: see the log group after this run'),
];

export const gatewayChecks = (site: Site, data: SmokeData): SmokeCheck[] => [
  ...headerCase(site),
  ...keys(site),
  ...accepts(site),
  ...routes(site),
  rates(site),
  ...shapeChecks(site, data),
  ...byHand,
];

/**
 * Sends so many concurrent requests that the key's plan must refuse some. It uses up quota, so it runs on request only.
 */
export const floodCheck = ({ send, key }: Site, requests: number): SmokeCheck => ({
  kind: 'hold',
  name: `${requests} requests at once`,
  expected: 'some 429, code 89, with Retry-After',
  async run() {
    const replies = await Promise.all(Array.from({ length: requests }, () => send(withKey(key, harmless))));
    const throttled = replies.filter(({ status }) => status === 429);
    const { code } = errors.rateLimitExceeded;
    const areRight = throttled.every(
      (reply) => errorCode(reply) === code && reply.headers['retry-after'] !== undefined,
    );
    const { ratelimit = 'none', 'ratelimit-policy': policy = 'none' } = throttled[0]?.headers ?? {};
    return {
      ok: throttled.length > 0 && areRight,
      result: `${throttled.length} of ${requests} answered 429; RateLimit ${ratelimit}, RateLimit-Policy ${policy}`,
    };
  },
});
