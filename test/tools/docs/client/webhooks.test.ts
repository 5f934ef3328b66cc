/** `webhooks.verify` of the client, against Standard Webhooks. */
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { WebhookError, webhooks } from '../../../../tools/docs/client/runtime/webhooks.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = `whsec_${btoa('another secret of 24 bytes')}`;
const now = Date.UTC(2026, 10, 22, 12);
const event = { id: 'evt_1', type: 'BUSINESS_UPDATED', data: { businessId: 700101, name: 'Café' } };
const body = JSON.stringify(event);

const sign = (text = body, secret = SECRET, at = now) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(at / 1000)),
  'webhook-signature': new Webhook(secret).sign('evt_1', new Date(at), text),
});
const verify = (headers: Parameters<typeof webhooks.verify>[1], text: Parameters<typeof webhooks.verify>[0] = body) =>
  webhooks.verify(text, headers, SECRET, { now });

describe('A request to a webhook', () => {
  it('is known by the vector of Standard Webhooks', async () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    };
    const found = await webhooks.verify('{"test": 2432232314}', headers, SECRET, { now: 1_614_265_330_000 });
    expect(found).toEqual({ test: 2432232314 });
  });

  it('is read from text and bytes, with headers of any framework', async () => {
    const headers = sign();
    const bytes = new TextEncoder().encode(body);
    expect(await verify(headers)).toEqual(event);
    expect(await verify(headers, bytes)).toEqual(event);
    expect(await verify(headers, bytes.buffer)).toEqual(event);
    expect(await verify(new Headers(headers))).toEqual(event);
    const capitals = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]);
    expect(await verify(Object.fromEntries(capitals))).toEqual(event);
  });

  const entries = Object.entries(sign());
  const mapped = <V>(value: (text: string) => V, name = (text: string) => text) =>
    Object.fromEntries(entries.map(([each, text]) => [name(each), value(text)]));
  const asIs = (text: string) => text;
  const titled = (text: string) => text.replaceAll(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
  it.each([
    ['Node, Express, Fastify, Koa', { ...sign(), host: 'hooks.example.com', 'set-cookie': ['a=1', 'b=2'] }],
    ['Lambda behind a REST API', mapped(asIs, titled)],
    ['Lambda behind a REST API, of several values', mapped((text) => [text], titled)],
    ['Lambda behind an HTTP API, or at a URL of its own', mapped(asIs)],
    [
      'a gateway interface',
      { ...mapped(asIs, (name) => `HTTP_${name.replaceAll('-', '_').toUpperCase()}`), CONTENT_TYPE: 'x' },
    ],
    ['Fetch, Hono', new Headers(mapped(asIs, titled))],
    ['another `Headers` than ours, of pairs', entries],
    ['a map', new Map(entries)],
    ['bytes', mapped((text) => Buffer.from(text))],
    ['pairs of bytes', entries.map((pair) => pair.map((text) => Buffer.from(text)) as [Buffer, Buffer])],
    ['lists of bytes', mapped((text) => [new TextEncoder().encode(text)])],
    ['one that is there empty too', { ...sign(), 'Webhook-Id': undefined, HTTP_WEBHOOK_ID: null }],
  ] as const)('has the headers of %s', async (_, headers) => {
    expect(await verify(headers as Parameters<typeof verify>[0])).toEqual(event);
    expect(entries).toHaveLength(3);
  });

  it('is known while secrets are changed over', async () => {
    const both = { ...sign(), 'webhook-signature': `${sign(body, OTHER)['webhook-signature']} v1a,x v1,%` };
    await expect(verify(both)).rejects.toThrow('No signature is right');
    expect(await webhooks.verify(body, both, [SECRET, OTHER], { now })).toEqual(event);
    const two = `${sign(body, OTHER)['webhook-signature']} ${sign()['webhook-signature']}`;
    expect(await verify({ ...both, 'webhook-signature': two })).toEqual(event);
  });

  it.each([
    ['another body', sign(), `${body} `],
    ['another id', { ...sign(), 'webhook-id': 'evt_2' }, body],
    ['another time', { ...sign(), 'webhook-timestamp': String(now / 1000 - 1) }, body],
    ['a signature of another secret', sign(body, OTHER), body],
    [
      'a signature of another version',
      { ...sign(), 'webhook-signature': sign()['webhook-signature'].replace('v1,', 'v2,') },
      body,
    ],
    ['a signature cut short', { ...sign(), 'webhook-signature': sign()['webhook-signature'].slice(0, 20) }, body],
    ['an old one', sign(body, SECRET, now - 301_000), body],
    ['one of the future', sign(body, SECRET, now + 301_000), body],
    ['a time that is none', { ...sign(), 'webhook-timestamp': 'now' }, body],
    ['no signature', { ...sign(), 'webhook-signature': undefined }, body],
    ['two ids', { ...sign(), 'webhook-id': ['evt_1', 'evt_1'] }, body],
    ['two ids in two spellings', { ...sign(), 'Webhook-Id': 'evt_2' }, body],
    ['an id that is a number', { ...sign(), 'webhook-id': 1 as never }, body],
    ['no headers', undefined, body],
    ['headers that are null', null, body],
    ['a signed body that is no JSON', sign('{'), '{'],
  ])('is refused: %s', async (_, headers, text) => {
    await expect(verify(headers, text)).rejects.toThrow(WebhookError);
  });

  it('is refused wherever its signature is wrong', async () => {
    const headers = sign();
    const bytes = Buffer.from(headers['webhook-signature'].slice('v1,'.length), 'base64');
    for (const index of bytes.keys()) {
      const wrong = Buffer.from(bytes);
      wrong[index]! ^= 1;
      const forged = { ...headers, 'webhook-signature': `v1,${wrong.toString('base64')}` };
      await expect(verify(forged)).rejects.toThrow('No signature is right');
    }
    expect(bytes.length).toBe(32);
  });

  it('may be as old as its receiver says', async () => {
    const headers = sign(body, SECRET, now - 301_000);
    expect(await webhooks.verify(body, headers, SECRET, { now, tolerance: 302 })).toEqual(event);
  });

  it.each(['', 'whsec_', 'whsec_%', []])('needs a secret unlike %j, which no error shows', async (wrong) => {
    await expect(webhooks.verify(body, sign(), wrong, { now })).rejects.toThrow(TypeError);
  });
});
