/** What the client takes from its environment: credentials for each call, as Lambda may change them. And from the server: its clock. */
import dns from 'node:dns';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../../../lib/dynamodb/client/call.ts';
import { functionClient } from '../../../../lib/dynamodb/client/client.ts';
import {
  fault,
  reset,
  type ScriptedServer,
  type Step,
  setLambdaEnvironment,
  startScriptedServer,
} from '../scripted-server.ts';

const INPUT = { TableName: 't', Key: { pk: { S: 'a' } } };
const ITEM = { Item: { pk: { S: 'a' }, n: { N: '7' } } };
const HOUR = 3_600_000;

const environment = { ...process.env };
let server: ScriptedServer;
let call: Call;

beforeAll(async () => {
  server = await startScriptedServer();
});
beforeEach(() => {
  setLambdaEnvironment();
  server.script();
  call = functionClient(server.endpoint);
});
afterEach(() => {
  process.env = { ...environment };
});
afterAll(() => server.stop());

describe('The environment', () => {
  it('may change its credentials from call to call', async () => {
    await call('GetItem', INPUT);
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'NEXT', AWS_SESSION_TOKEN: 'newer' });
    await call('GetItem', INPUT);
    delete process.env.AWS_SESSION_TOKEN;
    await call('GetItem', INPUT);
    const [first, second, third] = server.received.map(({ headers }) => headers);
    expect(first).toMatchObject({
      'x-amz-security-token': 'token',
      authorization: expect.stringMatching(/Credential=AKIA\/\d{8}\/eu-west-1\/dynamodb\//),
    });
    expect(second).toMatchObject({
      'x-amz-security-token': 'newer',
      authorization: expect.stringMatching(/Credential=NEXT\/\d{8}\/eu-west-1\/dynamodb\//),
    });
    expect(third).not.toHaveProperty('x-amz-security-token');
  });

  it('names what it misses', async () => {
    for (const name of ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
      setLambdaEnvironment();
      delete process.env[name];
      expect(() => functionClient()).toThrow(`The environment variable ${name} is missing`);
    }
    for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
      setLambdaEnvironment();
      delete process.env[name];
      await expect(call('GetItem', INPUT)).rejects.toThrow(`The environment variable ${name} is missing`);
    }
  });

  it('may name another endpoint, that of DynamoDB before that of all services', async () => {
    process.env.AWS_ENDPOINT_URL = `${server.endpoint}/all`;
    await functionClient()('GetItem', INPUT);
    process.env.AWS_ENDPOINT_URL_DYNAMODB = `${server.endpoint}/dynamodb/`;
    await functionClient()('GetItem', INPUT);
    await call('GetItem', INPUT);
    expect(server.received.map(({ path }) => path)).toEqual(['/all', '/dynamodb/', '/']);
  });

  it('cannot demand validated cryptography of an endpoint that no one knows', () => {
    process.env.AWS_USE_FIPS_ENDPOINT = 'true';
    expect(() => functionClient(server.endpoint)).toThrow('AWS_USE_FIPS_ENDPOINT');
    expect(() => functionClient()).not.toThrow();
  });

  it('chooses the host of the region', async () => {
    const { lookup } = dns;
    const hosts: string[] = [];
    // Whom the client asks for is all that matters: no one is found.
    dns.lookup = ((host: string, _: unknown, found: (error: Error) => void) => {
      hosts.push(host);
      process.nextTick(found, new Error('unknown'));
    }) as typeof lookup;
    try {
      for (const [fips, dualStack] of [
        ['false', 'false'],
        ['true', 'false'],
        ['false', 'TRUE'],
        ['true', 'true'],
      ] as const) {
        process.env.AWS_USE_FIPS_ENDPOINT = fips;
        process.env.AWS_USE_DUALSTACK_ENDPOINT = dualStack;
        const rejected = functionClient()('UpdateItem', INPUT, { deadline: Date.now() + 10_000 });
        await expect(rejected).rejects.toMatchObject({ name: 'NetworkError', message: 'unknown', uncertain: false });
      }
    } finally {
      dns.lookup = lookup;
    }
    expect([...new Set(hosts)]).toEqual([
      'dynamodb.eu-west-1.amazonaws.com',
      'dynamodb-fips.eu-west-1.amazonaws.com',
      'dynamodb.eu-west-1.api.aws',
      'dynamodb-fips.eu-west-1.api.aws',
    ]);
  });
});

describe("The server's clock", () => {
  const signedAt = (index: number): number =>
    Date.parse(
      server.received[index]!.headers['x-amz-date']!.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'),
    );
  const near = (time: number, expected: number) => expect(Math.abs(time - expected)).toBeLessThan(60_000);
  const refusal = (time: number, name = 'InvalidSignatureException') =>
    fault(400, name, { message: 'Signature expired' }, { date: new Date(time).toUTCString() });

  it('is learned from its refusal, and remembered', async () => {
    server.script(refusal(Date.now() + HOUR));
    await expect(call('GetItem', INPUT)).resolves.toEqual(ITEM);
    await call('GetItem', INPUT);
    near(signedAt(0), Date.now());
    near(signedAt(1), Date.now() + HOUR);
    near(signedAt(2), Date.now() + HOUR);
  });

  it('is learned once by calls at the same time', async () => {
    const late = refusal(Date.now() + HOUR);
    const held: (() => void)[] = [];
    // Answered once all of them have come: a repetition must not take the answer to the first try of another call.
    const together: Step = (response, request) => {
      held.push(() => late(response, request));
      if (held.length === 3) for (const answer of held) answer();
    };
    server.script(together, together, together);
    const three = [1, 2, 3].map(() => call('GetItem', INPUT));
    await expect(Promise.all(three)).resolves.toEqual([ITEM, ITEM, ITEM]);
    await call('GetItem', INPUT);
    near(signedAt(6), Date.now() + HOUR);
  });

  it('is learned again where it goes another way', async () => {
    server.script(refusal(Date.now() + HOUR), reset, refusal(Date.now() - HOUR, 'RequestTimeTooSkewed'));
    await expect(call('GetItem', INPUT)).rejects.toMatchObject({ name: 'RequestTimeTooSkewed', attempts: 3 });
    await expect(call('GetItem', INPUT)).resolves.toEqual(ITEM);
    near(signedAt(3), Date.now() - HOUR);
  });

  it('is no reason to try again where it agrees with ours', async () => {
    server.script(refusal(Date.now()));
    await expect(call('UpdateItem', INPUT)).rejects.toMatchObject({
      name: 'InvalidSignatureException',
      attempts: 1,
      uncertain: false,
    });
  });

  it('is not learned from another error, nor from a header that is no date', async () => {
    server.script(refusal(Date.now() + HOUR, 'ValidationException'));
    await expect(call('GetItem', INPUT)).rejects.toMatchObject({ name: 'ValidationException', attempts: 1 });
    server.script(fault(400, 'InvalidSignatureException', {}, { date: 'now' }));
    await expect(call('GetItem', INPUT)).rejects.toMatchObject({ attempts: 1 });
    await call('GetItem', INPUT);
    near(signedAt(1), Date.now());
  });
});
