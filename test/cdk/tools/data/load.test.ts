import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RefusedLine } from '../../../../cdk/tools/data/load.ts';
import { loadData } from '../../../../cdk/tools/local/service.ts';
import type { OpenTable } from '../../../../cdk/tools/open-table.ts';
import { handler as update } from '../../../../functions/business/update-business.ts';
import { handler as addLink } from '../../../../functions/competitors/add-aggregation-link.ts';
import { handler as getContact } from '../../../../functions/contacts/get-contact.ts';
import { handler as getLinks } from '../../../../functions/listing/get-maps-action-links.ts';
import { handler as getMenus } from '../../../../functions/menus/get-menu-details.ts';
import { keys } from '../../../../lib/dynamodb/keys.ts';
import type { Item } from '../../../../lib/dynamodb/table.ts';
import { findMeteringKey } from '../../../../lib/partners/repository/metering-key.ts';
import { call } from '../../../support/call.ts';
import { load } from '../../../support/load.ts';
import { createTestTable } from '../../../support/store.ts';
import { REQUIRED, world } from '../../../support/world.ts';

let table: OpenTable;
let directory: string;
beforeAll(async () => {
  table = await createTestTable();
  directory = await mkdtemp(join(tmpdir(), 'load-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Everything in the table, in an order that does not depend on the engine's. */
const scan = async (): Promise<Item[]> => {
  const items: Item[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const page = await table.client.send(new ScanCommand({ TableName: table.name, ExclusiveStartKey }));
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items.toSorted((a, b) => `${a.pk} ${a.sk}`.localeCompare(`${b.pk} ${b.sk}`));
};

/** Loads a file with these bytes. */
const loadText = async (text: string | Buffer) => {
  const file = join(directory, `${randomUUID()}.jsonl`);
  await writeFile(file, text);
  const refused: RefusedLine[] = [];
  const counts = await loadData(table, file, (line) => refused.push(line));
  return { counts, refused: refused.toSorted((a, b) => a.line - b.line) };
};
const lines = (records: readonly unknown[]) => records.map((record) => JSON.stringify(record)).join('\n');

// Each test has numbers of its own, so that one table serves them all.
let next = 1_000_000;
let n: number;
beforeEach(() => {
  next += 1000;
  n = next;
});
/** A partner with an account of the test's number, and what else the test brings. */
const base = () => [
  { type: 'partner', partnerId: `p-${n}`, name: 'P' },
  { type: 'account', accountNumber: n, partnerId: `p-${n}`, name: 'A' },
  { type: 'apiKey', partnerId: `p-${n}`, key: key(), plan: 'enterprise' },
];
const key = (mark = 'a') => `key-of-test-${n}-${mark.padEnd(8, mark)}`;
const business = (businessNumber: number, fields: object = {}, more: object = {}) => ({
  type: 'business',
  businessNumber,
  accountNumber: n,
  business: fields,
  ...more,
});
const contact = (id: number, fields: object = {}, accountNumber = n) => ({
  type: 'contact',
  accountNumber,
  contact: { id, ...fields },
});
const menu = (businessNumber: number, more: object = {}) => ({
  type: 'menu',
  businessNumber,
  menu: { id: `m-${businessNumber}`, menuDetails: { menus: [] }, ...more },
});
const competitor = (compAccountId: number) => ({ type: 'competitor', compAccountId, accountNumber: n, name: 'C' });

const findContact = async (body: object, businessId = n, apiKey = key()) => {
  const answer = await call(getContact, { key: apiKey, query: { businessId: `${businessId}` }, body });
  return answer.status === 200 ? answer.body : answer.body.code;
};
const contactId = async (body: object) => {
  const found = await findContact(body);
  return found.id ?? found;
};

describe('A file', () => {
  it('may hold its records in any order', async () => {
    const records = [menu(n + 1), competitor(n + 2), contact(n + 3), business(n + 1), ...base().toReversed()];
    expect((await loadText(lines(records))).counts).toEqual({ loaded: 7, unchanged: 0, refused: 0 });
    const answer = await call(getMenus, { key: key(), headers: { 'x-business-number': `${n}` } });
    expect(answer.body).toMatchObject([{ businessNumber: n + 1, accountNumber: n }]);
  });

  it('loaded twice changes nothing, in any order', async () => {
    const records = [
      ...world,
      ...base(),
      ...Array.from({ length: 70 }, (_, index) => contact(index, { phone: `555${index}` })),
    ];
    expect((await loadText(lines(records))).refused).toEqual([]);
    const before = await scan();
    expect((await loadText(lines(records))).counts).toEqual({ loaded: 0, unchanged: records.length, refused: 0 });
    expect((await loadText(lines(records.toReversed()))).counts.unchanged).toBe(records.length);
    expect(await scan()).toEqual(before);
  });

  it("loaded again leaves a partner's update in between as it is", async () => {
    const records = [...base(), business(n + 1, { ...REQUIRED, name: 'As loaded', keywords: 'old' })];
    await loadText(lines(records));
    const body = { ...REQUIRED, name: 'As updated', keywords: '' };
    const path = { businessId: `${n + 1}` };
    expect((await call(update, { key: key(), path, body })).status).toBe(200);
    const before = await scan();
    expect((await loadText(lines(records))).counts).toEqual({ loaded: 0, unchanged: 4, refused: 0 });
    expect(await scan()).toEqual(before);
    expect((await call(update, { key: key(), path, body: REQUIRED })).body).toMatchObject({
      name: 'As updated',
      keywords: '',
    });
  });

  it('that says something new of a location replaces it', async () => {
    await loadText(lines([...base(), business(n + 1, { ...REQUIRED, name: 'Old', keywords: 'old' })]));
    await loadText(lines([business(n + 1, { ...REQUIRED, name: 'New' }, { mapsCategoryId: 'hotel' })]));
    const { body } = await call(update, { key: key(), path: { businessId: `${n + 1}` }, body: REQUIRED });
    expect(body).toMatchObject({ name: 'New', keywords: '' });
    expect((await call(getLinks, { key: key(), path: { businessNumber: `${n + 1}` } })).status).toBe(200);
  });

  it('of two lines about one thing the later one stands', async () => {
    const twice = (name: string) => [
      business(n + 1, { name }),
      { ...competitor(n + 2), name },
      contact(5, { firstName: name }),
    ];
    const records = [...base(), ...twice('First'), ...twice('Second'), ...twice('Third')];
    expect((await loadText(lines(records))).refused).toEqual([]);
    expect((await table.get(keys.business(n + 1)))?.name).toBe('Third');
    expect((await table.get(keys.competitor(n + 2)))?.name).toBe('Third');
    expect((await findContact({ id: 5 })).firstName).toBe('Third');
  });

  it.each([
    ['line ends of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
    ['blank lines', (text: string) => `\n \n${text.replaceAll('\n', '\n\n\t\n')}\n\n`],
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['all of them', (text: string) => `\uFEFF\r\n${text.replaceAll('\n', '\r\n \r\n')}\r\n`],
    ['no line end at its end', (text: string) => text],
    ['space around its records', (text: string) => text.replaceAll('\n', ' \n\t')],
  ])('may have %s', async (_, change) => {
    const records = [...base(), contact(1, { firstName: 'A', email: 'a@b.example' })];
    const { counts } = await loadText(change(lines(records)));
    expect(counts).toEqual({ loaded: 4, unchanged: 0, refused: 0 });
    expect(await contactId({ email: 'a@b.example' })).toBe(1);
  });

  it('may have the line separators of Unicode in its texts, which JSON allows, and text that is cut by no buffer', async () => {
    const firstName = `a\u2028b\u2029c\u0085d${'\u20ac\u{1f600}'.repeat(20_000)}`;
    const records = [...base(), contact(1, { firstName, email: 'a@b.example' }), contact(2)];
    expect(await loadText(lines(records))).toEqual({ counts: { loaded: 5, unchanged: 0, refused: 0 }, refused: [] });
    expect((await findContact({ id: 1 })).firstName).toBe(firstName);
  });

  it('that is empty holds nothing; one that is not there is an error', async () => {
    expect((await loadText('')).counts).toEqual({ loaded: 0, unchanged: 0, refused: 0 });
    await expect(loadData(table, join(directory, 'none.jsonl'), () => {})).rejects.toThrow(/ENOENT/);
    await expect(loadData(table, directory, () => {})).rejects.toThrow(/EISDIR/);
  });

  it('tells of each refused line its number, its reason and its text; the others are loaded', async () => {
    const text = [
      '\uFEFF{"type":"partner"',
      lines(base()),
      '',
      ' {"type":"business","businessNumber":"x"} ',
      lines([contact(1)]),
      '{"type":"contact","accountNumber":1,"contact":{"id":1}}',
    ].join('\r\n');
    const { counts, refused } = await loadText(text);
    expect(counts).toEqual({ loaded: 4, unchanged: 0, refused: 3 });
    expect(refused).toEqual([
      { line: 1, reason: 'not a JSON object', text: '\uFEFF{"type":"partner"' },
      {
        line: 6,
        reason: 'accountNumber is required',
        text: ' {"type":"business","businessNumber":"x"} ',
      },
      { line: 8, reason: 'account 1 does not exist', text: '{"type":"contact","accountNumber":1,"contact":{"id":1}}' },
    ]);
  });

  it('of refused lines can be mended and loaded alone', async () => {
    const records = [...base().slice(1), business(n + 1), menu(n + 1), contact(1)];
    const { counts, refused } = await loadText(lines(records));
    expect(counts).toEqual({ loaded: 0, unchanged: 0, refused: 5 });
    await loadText(lines(base().slice(0, 1)));
    expect((await loadText(refused.map(({ text }) => text).join('\n'))).counts).toEqual({
      loaded: 5,
      unchanged: 0,
      refused: 0,
    });
  });
});

/** Lines that are to be refused, each with the reason. */
const refusals = (() => {
  const valid: Record<string, Record<string, unknown>> = {
    partner: { partnerId: 'p-rules', name: 'P' },
    account: { accountNumber: 77, partnerId: 'p-rules', name: 'A' },
    apiKey: { partnerId: 'p-rules', key: 'key-of-the-rules-0001', plan: 'trial' },
    business: { businessNumber: 78, accountNumber: 77, business: {} },
    contact: { accountNumber: 77, contact: { id: 1 } },
    menu: { businessNumber: 78, menu: { id: 'm', menuDetails: { menus: [] } } },
    competitor: { compAccountId: 79, accountNumber: 77, name: 'C' },
  };
  const outOf = 'must be at most 9007199254740991';
  const wrong: readonly (readonly [string, object, string])[] = [
    ['partner', { partnerId: 'Upper' }, 'partnerId must be 1 to 64 of a-z, 0-9 and -'],
    ['partner', { partnerId: 'a#b' }, 'partnerId must be 1 to 64 of a-z, 0-9 and -'],
    ['partner', { partnerId: 'x'.repeat(65) }, 'partnerId must be 1 to 64 of a-z, 0-9 and -'],
    ['partner', { partnerId: {} }, 'partnerId must be a string'],
    ['partner', { name: [] }, 'name must be a string'],
    ['account', { accountNumber: 0 }, 'accountNumber must be at least 1'],
    ['account', { accountNumber: -5 }, 'accountNumber must be at least 1'],
    ['account', { accountNumber: 1.5 }, 'accountNumber must be an integer'],
    ['account', { accountNumber: 'abc' }, 'accountNumber must be an integer'],
    ['account', { accountNumber: 9_007_199_254_740_992 }, `accountNumber ${outOf}`],
    ['account', { partnerId: 'nobody' }, 'partner nobody does not exist'],
    ['apiKey', { key: 'x'.repeat(19) }, 'key must be 20 to 128 of A-Z, a-z, 0-9, _ and -'],
    ['apiKey', { key: 'x'.repeat(129) }, 'key must be 20 to 128 of A-Z, a-z, 0-9, _ and -'],
    ['apiKey', { key: 'with a space in the key' }, 'key must be 20 to 128 of A-Z, a-z, 0-9, _ and -'],
    ['apiKey', { key: 'key-of-the-rules-000\u00e9' }, 'key must be 20 to 128 of A-Z, a-z, 0-9, _ and -'],
    ['apiKey', { plan: 'gold' }, 'usage plan gold does not exist: use trial, standard, enterprise'],
    ['apiKey', { plan: 'Trial' }, 'usage plan Trial does not exist: use trial, standard, enterprise'],
    ['apiKey', { partnerId: 'nobody' }, 'partner nobody does not exist'],
    ['apiKey', { expiresAt: 'tomorrow' }, 'expiresAt must be an ISO 8601 date'],
    ['apiKey', { expiresAt: '01/02/2030' }, 'expiresAt must be an ISO 8601 date'],
    ['apiKey', { expiresAt: '2030-13-01T00:00:00Z' }, 'expiresAt must be an ISO 8601 date'],
    ['apiKey', { expiresAt: '2030-02-31' }, 'expiresAt must be an ISO 8601 date'],
    ['apiKey', { expiresAt: 1900000000000 }, 'expiresAt must be an ISO 8601 date'],
    ['apiKey', { revoked: 'perhaps' }, 'revoked must be false or true'],
    ['business', { businessNumber: 0 }, 'businessNumber must be at least 1'],
    ['business', { accountNumber: 76 }, 'account 76 does not exist'],
    ['business', { business: [] }, 'business must be an object'],
    ['business', { bid: 'x' }, 'bid must be a number'],
    ['business', { listingFixed: 'x' }, 'listingFixed must be false or true'],
    ['business', { mapsCategoryId: {} }, 'mapsCategoryId must be a string'],
    ['contact', { accountNumber: 76 }, 'account 76 does not exist'],
    ['contact', { contact: {} }, 'contact.id is required'],
    ['contact', { contact: { firstName: 'A' } }, 'contact.id is required'],
    ['contact', { contact: { id: 1.5 } }, 'contact.id must be an integer'],
    ['contact', { contact: { id: 9_007_199_254_740_992 } }, `contact.id ${outOf}`],
    ['contact', { contact: { id: 1, countryCode: 'DE' } }, 'contact.countryCode must be one of US, AU, CA, MX, PR, VI'],
    ['contact', { contact: { id: 1, email: 'x'.repeat(321) } }, 'contact.email must have at most 320 characters'],
    ['contact', { contact: { id: 1, phone: '1'.repeat(41) } }, 'contact.phone must have at most 40 characters'],
    ['contact', { contact: { id: 1, blocked: 'perhaps' } }, 'contact.blocked must be false or true'],
    ['contact', { contact: { id: 1, mappings: {} } }, 'contact.mappings must be an array'],
    ['contact', { contact: { id: 1, mappings: [{ location: 'x' }] } }, 'contact.mappings[0].cid is required'],
    ['contact', { contact: { id: 1, mappings: [{ cid: 'x' }] } }, 'contact.mappings[0].cid must be an integer'],
    ['contact', { contact: { id: 1, experienceScore: 'high' } }, 'contact.experienceScore must be a number'],
    ['contact', { contact: { id: 1, tags: [{}] } }, 'contact.tags[0] must be a string'],
    ['contact', { contact: { id: 1, tags: ['x'.repeat(410_000)] } }, 'the record is larger than 400 KB'],
    [
      'contact',
      { contact: { id: 1, mappings: Array.from({ length: 100 }, (_, cid) => ({ cid })) } },
      'contact.mappings must have at most 97 items',
    ],
    ['menu', { businessNumber: 76 }, 'business 76 does not exist'],
    ['menu', { menu: { menuDetails: { menus: [] } } }, 'menu.id is required'],
    ['menu', { menu: { id: 'm' } }, 'menu.menuDetails is required'],
    ['menu', { menu: { id: 'm', menuDetails: {} } }, 'menu.menuDetails.menus is required'],
    ['menu', { menu: { id: 'm', menuDetails: { menus: {} } } }, 'menu.menuDetails.menus must be an array'],
    [
      'menu',
      { menu: { id: 'm', menuDetails: { menus: [{ cuisines: 'x' }] } } },
      'menu.menuDetails.menus[0].cuisines must be an array',
    ],
    [
      'menu',
      { menu: { id: 'm', menuDetails: { menus: [], name: 'x'.repeat(410_000) } } },
      'the record is larger than 400 KB',
    ],
    ['competitor', { compAccountId: '1e3' }, 'compAccountId must be an integer'],
    ['competitor', { accountNumber: 76 }, 'account 76 does not exist'],
  ];
  const missing = Object.entries(valid).flatMap(([type, fields]) =>
    Object.keys(fields).flatMap((field) =>
      [undefined, null, ''].map((value) => [type, { [field]: value }, `${field} is required`] as const),
    ),
  );
  const lines: readonly (readonly [string, string])[] = [
    ['{', 'not a JSON object'],
    ['null', 'not a JSON object'],
    ['[]', 'not a JSON object'],
    ['"partner"', 'not a JSON object'],
    ['{"a":1}{"b":2}', 'not a JSON object'],
    ['{}', 'unknown type (none)'],
    ['{"type":"Partner"}', 'unknown type "Partner"'],
    ['{"type":"toString"}', 'unknown type "toString"'],
    ['{"type":["partner"]}', 'unknown type ["partner"]'],
  ];
  return {
    valid: Object.entries(valid).map(([type, fields]) => ({ type, ...fields })),
    cases: [
      ...lines.map(([text, reason]) => ({ text, reason, what: text })),
      ...[...missing, ...wrong].map(([type, fields, reason]) => ({
        text: JSON.stringify({ type, ...valid[type], ...fields }),
        reason,
        what: `${type} with ${JSON.stringify(fields).slice(0, 80)}`,
      })),
    ],
  };
})();

describe('A line is refused', () => {
  let reasons: ReadonlyMap<string, string>;
  beforeAll(async () => {
    // The same records within the rules are loaded, so that each line is refused for its one difference.
    expect(await load(table, refusals.valid)).toEqual([]);
    const { counts, refused } = await loadText(refusals.cases.map(({ text }) => text).join('\n'));
    expect(counts).toEqual({ loaded: 0, unchanged: 0, refused: refusals.cases.length });
    reasons = new Map(refused.map(({ text, reason }) => [text, reason]));
  });

  it.each(refusals.cases)('$what: $reason', ({ text, reason }) => expect(reasons.get(text)).toBe(reason));
});

describe('A number', () => {
  it('may come as text', async () => {
    const text = lines([...base(), business(n + 1), contact(7, { mappings: [{ cid: 8 }] })]);
    expect((await loadText(text.replace(/:(\d+)/g, ':"$1"'))).refused).toEqual([]);
    expect(await contactId({ cid: 8 })).toBe(7);
  });
});

describe('A key', () => {
  it('is stored as its SHA-256 and nowhere in clear', async () => {
    await loadText(lines([...base(), { ...base()[2], key: key('b'), expiresAt: '2040-01-01', revoked: false }]));
    const everything = JSON.stringify(await scan());
    expect(everything).not.toContain(key());
    expect(everything).not.toContain(key('b'));
    expect(everything).not.toContain(Buffer.from(key()).toString('base64').slice(0, 20));
    expect(await contactId({ id: 1 })).toBe(5043);
  });

  const use = async (mark: string) =>
    (await call(getContact, { key: key(mark), query: { businessId: `${n}` }, body: { id: 1 } })).body.code;

  it('may be used until it expires, and not once it is revoked', async () => {
    const apiKey = (mark: string, more: object) => ({ ...base()[2], key: key(mark), ...more });
    const records = [
      apiKey('b', { expiresAt: '2999-12-31' }),
      apiKey('c', { expiresAt: new Date(Date.now() + 60_000).toISOString() }),
      apiKey('d', { expiresAt: '2020-01-01' }),
      apiKey('e', { expiresAt: new Date(Date.now() - 1000).toISOString() }),
      apiKey('f', { expiresAt: '2020-01-01T00:00:00+02:00' }),
      apiKey('g', { revoked: true }),
      apiKey('h', { revoked: 'yes', expiresAt: '2999-12-31T00:00Z' }),
      apiKey('i', { revoked: false }),
    ];
    expect((await loadText(lines([...base(), ...records]))).refused).toEqual([]);
    const codes = await Promise.all([...'bcdefghi'].map(use));
    expect(codes).toEqual([5043, 5043, 1161, 1161, 1161, 1161, 1161, 5043]);
  });

  it('of one partner and plan shares its metering key, each plan has its own', async () => {
    const apiKey = (mark: string, plan: string) => ({ ...base()[2], key: key(mark), plan });
    await loadText(lines([...base(), ...[...'bcdefgh'].map((mark) => apiKey(mark, 'trial')), apiKey('i', 'standard')]));
    const meteringKeys = (await scan()).filter(
      ({ pk, sk }) => pk === `PARTNER#p-${n}` && String(sk).startsWith('METER'),
    );
    expect(meteringKeys.map(({ sk }) => sk)).toEqual(['METER#enterprise', 'METER#standard', 'METER#trial']);
    const { value } = (await findMeteringKey(table, `p-${n}`, 'trial'))!;
    const items = (await scan()).filter(
      ({ type, partnerId, plan }) => type === 'apiKey' && partnerId === `p-${n}` && plan === 'trial',
    );
    expect(items.map(({ meteringKey }) => meteringKey)).toEqual(Array(7).fill(value));
  });

  it('stays with its partner', async () => {
    await loadText(lines(base()));
    const records = [
      { type: 'partner', partnerId: `q-${n}`, name: 'Q' },
      { ...base()[2], partnerId: `q-${n}` },
    ];
    const { refused } = await loadText(lines(records));
    expect(refused).toMatchObject([{ line: 2, reason: 'key belongs to another partner' }]);
    expect(await contactId({ id: 1 })).toBe(5043);
  });
});

describe('A contact', () => {
  it.each([
    [
      'email',
      { email: 'a@b.example' },
      { email: ' A@B.Example ' },
      'contact email belongs to another contact of the account',
    ],
    [
      'phone',
      { phone: '(650) 555-0100' },
      { phone: '+1 650 555 0100', countryCode: 'CA' },
      'contact phone belongs to another contact of the account',
    ],
    [
      'cid',
      { mappings: [{ cid: 5 }] },
      { mappings: [{ cid: 4 }, { cid: '5' }] },
      'contact cid 5 belongs to another contact of the account',
    ],
  ])('has its %s to itself within its account', async (_, first, second, reason) => {
    const { refused } = await loadText(lines([...base(), contact(1, first), contact(2, second)]));
    expect(refused).toMatchObject([{ line: 5, reason }]);
    expect((await loadText(lines([contact(3, second)]))).refused).toMatchObject([{ line: 1, reason }]);
    // Nothing of a refused contact is there.
    expect([await contactId({ id: 2 }), await contactId({ cid: 4 }), await contactId(first)]).toEqual([
      5043,
      5043,
      'mappings' in first ? 400 : 1,
    ]);
    // In another account it may be there again.
    const other = { type: 'account', accountNumber: n + 500, partnerId: `p-${n}`, name: 'B' };
    expect((await loadText(lines([other, contact(2, first, n + 500)]))).refused).toEqual([]);
  });

  it('may have the same mapping twice, an email and a phone of others elsewhere', async () => {
    const { refused } = await loadText(lines([...base(), contact(1, { mappings: [{ cid: 5 }, { cid: 5 }] })]));
    expect(refused).toEqual([]);
    expect((await findContact({ cid: 5 })).mappings).toHaveLength(2);
  });

  it('that changes on a reload gives up what it was found by', async () => {
    const before = { email: 'old@b.example', phone: '6505550101', mappings: [{ cid: 1 }, { cid: 2 }] };
    const after = { email: 'new@b.example', phone: '6505550102', mappings: [{ cid: 2 }, { cid: 3 }] };
    await loadText(lines([...base(), contact(1, before)]));
    expect((await loadText(lines([contact(1, after)]))).counts.loaded).toBe(1);
    for (const body of [{ email: 'old@b.example' }, { phone: '6505550101' }, { cid: 1 }])
      expect(await contactId(body)).toBe(5043);
    for (const body of [{ email: 'new@b.example' }, { phone: '6505550102' }, { cid: 2 }, { cid: 3 }])
      expect(await contactId(body)).toBe(1);
    // What it gave up, another may take.
    expect((await loadText(lines([contact(2, { email: 'old@b.example', mappings: [{ cid: 1 }] })]))).refused).toEqual(
      [],
    );
    expect(await contactId({ cid: 1 })).toBe(2);
    expect((await loadText(lines([contact(1)]))).counts.loaded).toBe(1);
    expect(await contactId({ cid: 2 })).toBe(5043);
  });

  it('may take what another gives up, whichever line comes first', async () => {
    await loadText(lines([...base(), contact(1, { email: 'a@b.example' }), contact(9, { email: 'z@b.example' })]));
    const taken = [contact(2, { email: 'a@b.example' }), contact(1, { email: 'c@b.example' })];
    expect((await loadText(lines(taken))).counts).toEqual({ loaded: 2, unchanged: 0, refused: 0 });
    expect([await contactId({ email: 'a@b.example' }), await contactId({ email: 'c@b.example' })]).toEqual([2, 1]);
  });
});

describe('What changes hands', () => {
  it('is its new owner\u2019s with all that is in it, though nothing else of it changed', async () => {
    const inside = [
      business(n + 1, {}, { mapsCategoryId: 'hotel' }),
      menu(n + 1),
      contact(1, { email: 'a@b.example' }),
      competitor(n + 2),
    ];
    await loadText(lines([...base(), ...inside]));
    const theirs = key('t');
    const moved = [
      { type: 'partner', partnerId: `q-${n}`, name: 'Q' },
      { type: 'apiKey', partnerId: `q-${n}`, key: theirs, plan: 'enterprise' },
      { type: 'account', accountNumber: n, partnerId: `q-${n}`, name: 'A' },
    ];
    expect((await loadText(lines([...moved, ...inside]))).counts).toEqual({ loaded: 7, unchanged: 0, refused: 0 });
    const codes = async (apiKey: string) => {
      const link = { sourceAlias: 'alpha', url: 'https://x.example' };
      const answers = await Promise.all([
        call(getLinks, { key: apiKey, path: { businessNumber: `${n + 1}` } }),
        call(getMenus, { key: apiKey, headers: { 'x-business-number': `${n}` }, body: { businessNumbers: [n + 1] } }),
        call(getContact, { key: apiKey, query: { businessId: `${n}` }, body: { email: 'a@b.example' } }),
        call(addLink, { key: apiKey, path: { compAccountId: `${n + 2}`, businessNumber: `${n + 1}` }, body: link }),
      ]);
      return answers.map(({ status, body }) => (status === 200 ? status : body.code));
    };
    expect(await codes(key())).toEqual([400, 1011, 1532, 1011]);
    expect(await codes(theirs)).toEqual([200, 200, 200, 200]);
  });
});
