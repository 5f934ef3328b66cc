import { beforeAll, describe, expect, it } from 'vitest';
import { proxyEvent } from '../../../support/call.ts';
import { REQUIRED } from '../../../support/world.ts';
import { bare, handler, newBusiness, openWorld, put, putRaw, refusal, stored } from './support.ts';

beforeAll(openWorld);

const REFUSED = refusal(400, 'Request body must be a JSON object');
const MIB = 1_048_576;
const REST = JSON.stringify(REQUIRED).slice(1);
/** A body with these members ahead of the required ones, as text. */
const withMembers = (members: string) => `{${members},${REST}`;
/** A body of so many bytes. */
const ofBytes = (bytes: number) => {
  const [head, tail] = ['{"unknown":"', `",${REST}`];
  return `${head}${'é'.repeat((bytes - head.length - tail.length) >> 1)}${(bytes - head.length - tail.length) % 2 ? 'x' : ''}${tail}`;
};

describe('bodies that are no JSON object', () => {
  for (const body of [
    '',
    ' ',
    '{',
    '{"a":1,}',
    "{'a':1}",
    'null',
    '[]',
    '[{}]',
    '"text"',
    '7',
    'true',
    '{}{}',
    'a=1&b=2',
    '\u0000',
    '{"a":NaN}',
    undefined,
  ]) {
    it(`refuses ${JSON.stringify(body)}`, async () => expect(bare(await putRaw('101', body))).toEqual(REFUSED));
  }

  it('refuses keys that could reach a prototype, at any depth', async () => {
    for (const key of [
      '"__proto__":{"a":1}',
      '"__proto__":null',
      '"\\u005f_proto__":{"name":"x"}',
      '"covidInfo":{"__proto__":{}}',
      '"constructor":{"prototype":{}}',
    ]) {
      expect((await putRaw('101', withMembers(key))).status).toBe(400);
    }
    expect(({} as Record<string, unknown>).a).toBeUndefined();
  });
});

describe('the size of a body', () => {
  it('may be 1 MiB in bytes and no more', async () => {
    expect(Buffer.byteLength(ofBytes(MIB))).toBe(MIB);
    expect((await putRaw('101', ofBytes(MIB))).status).toBe(200);
    expect(bare(await putRaw('101', ofBytes(MIB + 1)))).toEqual(refusal(413));
  });

  it('is that of the decoded body where it comes in base64', async () => {
    const send = async (body: string) => {
      const event = {
        ...proxyEvent({ path: { businessId: '101' } }),
        body: Buffer.from(body).toString('base64'),
        isBase64Encoded: true,
      };
      const { statusCode, body: answer } = await handler(event, {} as never);
      return { status: statusCode, body: JSON.parse(answer) };
    };
    expect(await send(JSON.stringify({ ...REQUIRED, name: 'Café ☕' }))).toMatchObject({
      status: 200,
      body: { name: 'Café ☕' },
    });
    expect(await send(ofBytes(MIB))).toMatchObject({ status: 200 });
    expect(await send(ofBytes(MIB + 1))).toEqual(refusal(413));
    expect(await send('nonsense')).toEqual(REFUSED);
  });

  it('is answered with 413 where the record would grow over 400 KB, and nothing is changed', async () => {
    const id = await newBusiness();
    expect((await put(id, { alias: 'x'.repeat(250_000) })).status).toBe(200);
    const kept = await stored(id);
    expect(bare(await put(id, { products: 'y'.repeat(250_000) }))).toEqual(refusal(413));
    expect(bare(await put(id, { impressum: 'z'.repeat(450_000) }))).toEqual(refusal(413));
    expect(bare(await put(id, { alphaListing: { attributes: { text: 'é'.repeat(250_000) } } }))).toEqual(refusal(413));
    expect(await stored(id)).toEqual(kept);
  });

  for (const [what, members] of [
    ['slashes in a social profile', `"socialProfileURLs":{"betaUrl":"${'/'.repeat(MIB - 1000)} x"}`],
    ['dots and ends of an image', `"coverImageUrl":"${'.gif?'.repeat(200_000)} "`],
    ['dots of an image', `"coverImageUrl":"a${'.gif'.repeat(250_000)}/"`],
    ['labels of a host', `"websiteUrl":"${'a.'.repeat(500_000)} x"`],
    ['spaces in a phone', `"fax":"+${' -'.repeat(500_000)}x"`],
    ['digits of a number', `"establishedYear":"${'1'.repeat(1_000_000)}x"`],
    [
      'spaces in a time zone',
      `"timezone":"a${' standard'.repeat(110_000)} tim","businessStatus":"Open","openedOnDate":"01/01/2020"`,
    ],
    ['commas in services', `"keywords":"k","services":"${','.repeat(1_000_000)}"`],
    [
      'lists where a text is due',
      `"alphaListing":{"primaryCategoryAlpha":[${Array(120_000).fill('"a"')}],"additionalCategory":[${Array(120_000).fill('"b"')}]}`,
    ],
    [
      'numbered fields',
      `"alphaListing":{${Array.from({ length: 30_000 }, (_, index) => `"additionalCategory${index}":"c"`)}}`,
    ],
    ['days', `"hoursOfOperations":[${Array(10_000).fill('{"day":0}')}]`],
    ['blank days', `"hoursOfOperations":[${Array(70_000).fill('{"day":null}')}]`],
    ['keys', `"a":{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`)}}`],
  ] as const) {
    it(`costs no more than it should for a body of ${what}`, async () => {
      const text = withMembers(members);
      expect(text.length).toBeLessThanOrEqual(MIB);
      const start = performance.now();
      expect((await putRaw(await newBusiness(), text)).status).toBeLessThan(500);
      expect(performance.now() - start).toBeLessThan(5000);
    });
  }
});
