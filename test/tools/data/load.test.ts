import { appendFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as getBusiness } from '../../../functions/business/get-business.ts';
import { handler as createCompetitor } from '../../../functions/competitors/create-competitor.ts';
import { handler as getContact } from '../../../functions/contacts/get-contact.ts';
import { handler as getLinks } from '../../../functions/listing/get-maps-action-links.ts';
import { handler as getMenus } from '../../../functions/menus/get-menu-details.ts';
import { handler as createProduct } from '../../../functions/products/create-product.ts';
import { businesses } from '../../../lib/business/repository/business.ts';
import { CallError } from '../../../lib/dynamodb/client/call.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import { exportAccount, lineFor } from '../../../tools/data/export.ts';
import { loadData } from '../../../tools/local/load-data.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { call } from '../../support/call.ts';
import { counted, itemsOf, linesOf, loadText, recordsAbout } from '../../support/data-files.ts';
import { createTestTable } from '../../support/store.ts';
import { world } from '../../support/world.ts';

let table: OpenTable;
beforeAll(async () => {
  table = await createTestTable();
});

// Each test has numbers of its own, so that one table serves them all.
let next = 1_000_000;
let about: ReturnType<typeof recordsAbout>;
beforeEach(() => {
  next += 1000;
  about = recordsAbout(next);
});
const loadRecords = (...records: readonly unknown[]) => loadText(table, linesOf(records));

/** A table that refuses writes of what has this text in it. */
const refusing = (real: OpenTable, message: string, part: string): Table => {
  const refused = (input: unknown): void => {
    const failure = { name: 'ValidationException', attempts: 1, uncertain: false };
    if (JSON.stringify(input).includes(part)) throw new CallError(message, failure);
  };
  const inTransaction = (input: unknown): void => {
    const failure = { name: 'TransactionCanceledException', attempts: 1, uncertain: false };
    const reasons = [{ Code: 'None' }, { Code: 'ValidationError', Message: message }];
    if (JSON.stringify(input).includes(part)) throw new CallError(`Cancelled: ${message}`, { ...failure, reasons });
  };
  return {
    ...real,
    put: async (input) => {
      refused(input);
      return real.put(input);
    },
    transact: async (actions, token) => {
      inTransaction(actions);
      return real.transact(actions, token);
    },
  };
};

const loadLines = async (into: Table, lines: readonly unknown[], reasons: string[]) => {
  const directory = await mkdtemp(join(tmpdir(), 'load-'));
  const file = join(directory, 'records.jsonl');
  await writeFile(file, linesOf(lines));
  return loadData(into, file, ({ reason }) => reasons.push(reason));
};

const findContact = (body: object) => call(getContact, { key: about.key(), query: { businessId: `${about.n}` }, body });

describe('A file', () => {
  it('may hold its records in any order', async () => {
    const { n, base, menu, competitor, contact, business, key } = about;
    const records = [menu(n + 1), competitor(n + 2), contact(n + 3), business(n + 1), ...base().toReversed()];
    expect((await loadRecords(...records)).counts).toEqual(counted({ loaded: 7 }));
    const answer = await call(getMenus, { key: key(), headers: { 'x-business-number': `${n}` } });
    expect(answer.body).toMatchObject([{ businessNumber: n + 1, accountNumber: n }]);
  });

  it('loaded twice changes nothing, in any order', async () => {
    const { base, contact } = about;
    const many = Array.from({ length: 70 }, (_, index) => contact(index, { phone: `555${index}` }));
    const records = [...world, ...base(), ...many];
    expect((await loadRecords(...records)).refused).toEqual([]);
    const before = await itemsOf(table);
    expect((await loadRecords(...records)).counts).toEqual(counted({ unchanged: records.length }));
    expect((await loadRecords(...records.toReversed())).counts).toEqual(counted({ unchanged: records.length }));
    expect(await itemsOf(table)).toEqual(before);
  });

  it('may have UK for GB in an account, as in a location', async () => {
    const { n, base, business, key } = about;
    const [partner, account, ...more] = base() as object[];
    const uk = { location: { city: 'Leeds', countryCode: 'uk' } };
    const { refused } = await loadRecords(partner, { ...account, countryCode: 'UK' }, ...more, business(n + 1, uk));
    expect(refused).toEqual([]);
    for (const number of [n, n + 1]) {
      const { body } = await call(getBusiness, { key: key(), path: { businessId: String(number) } });
      expect([number, JSON.stringify(body)]).toEqual([number, expect.stringContaining('"countryCode":"GB"')]);
    }
  });

  it('that says something new of a location updates it', async () => {
    const { n, base, business, key, partnerId } = about;
    await loadRecords(...base(), business(n + 1, { name: 'Old', keywords: 'old' }));
    const { counts } = await loadRecords(business(n + 1, { name: 'New' }, { mapsCategoryId: 'hotel' }));
    expect(counts).toEqual(counted({ updated: 1 }));
    const stored = await businesses({ table, partnerId }).find(n + 1);
    expect(stored).toMatchObject({ profile: { name: 'New' }, version: 2 });
    expect(stored?.profile).not.toHaveProperty('keywords');
    expect((await call(getLinks, { key: key(), path: { businessNumber: `${n + 1}` } })).status).toBe(200);
  });

  it('with two lines about one record is refused at the second, which names the first', async () => {
    const { n, base, business, competitor, contact, menu, apiKey, partnerId } = about;
    const first = [...base(), business(n + 1, { name: 'First' }), competitor(n + 2), contact(5), menu(n + 1)];
    const second = [
      { type: 'partner', partnerId, name: 'Second' },
      business(n + 1, { name: 'Second' }),
      competitor(n + 2, 'Second'),
      contact(5, { firstName: 'Second' }),
      menu(n + 1, { crmName: 'Second' }),
      apiKey('a', { plan: 'trial' }),
      { type: 'account', accountNumber: n, partnerId, name: 'Second' },
    ];
    const { counts, refused } = await loadRecords(...first, ...second);
    expect(counts).toEqual(counted({ loaded: 7, refused: 7 }));
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      [8, `line 1 is already about partner ${partnerId}`],
      [9, `line 4 is already about business ${n + 1}`],
      [10, `line 5 is already about competitor ${n + 2} of account ${n}`],
      [11, `line 6 is already about contact 5 of account ${n}`],
      [12, `line 7 is already about menu of business ${n + 1}`],
      [13, expect.stringMatching(/^line 3 is already about key [0-9a-f]{12}$/)],
      [14, `line 2 is already about account ${n}`],
    ]);
    expect(JSON.stringify(await itemsOf(table))).not.toContain('Second');
  });

  it('may have a competitor, its reviews, a survey and its responses of one number for each of two partners', async () => {
    const { n } = about;
    const ofPartner = (account: number, partnerId: string) => [
      { type: 'partner', partnerId, name: partnerId },
      { type: 'account', accountNumber: account, partnerId, name: 'Account' },
      { type: 'business', businessNumber: account + 1, accountNumber: account, business: { name: 'One' } },
      { type: 'competitorBrand', competitorId: n + 50, accountNumber: account, name: 'Brand' },
      { type: 'competitor', compAccountId: n + 51, accountNumber: account, name: 'Rival' },
      {
        type: 'competitorReview',
        ...{ compAccountId: n + 51, accountNumber: account, reviewId: 'r', sourceAlias: 'alpha', rating: 4 },
        reviewDate: '2026-01-02T03:04:05Z',
      },
      {
        type: 'survey',
        ...{ accountNumber: account, surveyId: n + 52, surveyName: 'How?', created: '2026-01-01T00:00:00Z' },
        pages: [{ id: 1, title: 'One', questions: [{ id: 1, title: 'How?', type: 'nps' }] }],
      },
      {
        type: 'surveyResponse',
        ...{ surveyId: n + 52, businessNumber: account + 1, responseId: n + 53, created: '2026-01-02T00:00:00Z' },
        answers: [{ questionId: 1, value: 9 }],
      },
    ];
    const all = [...ofPartner(n, 'first-of-two'), ...ofPartner(n + 10, 'second-of-two')];
    const { counts, refused } = await loadRecords(...all);
    expect(refused).toEqual([]);
    expect(counts).toEqual(counted({ loaded: all.length }));
    // What is exported of them is loaded again.
    const lines = (await itemsOf(table)).flatMap((item) =>
      String(item.compAccountId) === `${n + 51}` ? (lineFor(item) ?? []) : [],
    );
    expect(lines.filter(({ type }) => type === 'competitorReview')).toHaveLength(2);
    expect((await loadRecords(...lines)).refused).toEqual([]);
  });

  it('has one line about a review of a competitor, with its account or without', async () => {
    const { n, base, competitor } = about;
    const ofReview = (reviewId: string, more: object) => ({
      type: 'competitorReview',
      ...{ compAccountId: n + 2, reviewId, sourceAlias: 'alpha', rating: 4, reviewDate: '2026-01-02', ...more },
    });
    const whole = { accountNumber: n };
    const { refused } = await loadRecords(
      ...[...base(), competitor(n + 2)],
      ...[ofReview('a', whole), ofReview('a', { rating: 5 }), ofReview('a', { ...whole, rating: 5 })],
      ...[ofReview('b', {}), ofReview('b', { ...whole, rating: 5 }), ofReview('b', { rating: 5 })],
    );
    expect(refused.map(({ line, reason }) => [line, reason])).toEqual([
      [6, `line 5 is already about review a of competitor ${n + 2}`],
      [7, `line 5 is already about review a of competitor ${n + 2} of account ${n}`],
      [9, `line 8 is already about review b of competitor ${n + 2} of account ${n}`],
      [10, `line 8 is already about review b of competitor ${n + 2}`],
    ]);
  });

  it('may have what the operations stored, however long it is', async () => {
    const { n, base, key, partnerId } = about;
    const partner = { type: 'partner', partnerId, name: 'N'.repeat(300) };
    expect((await loadRecords(partner, ...base().slice(1))).refused).toEqual([]);
    const creating = { key: key(), path: { businessId: `${n}` } };
    const { body: brand } = await call(createCompetitor, { ...creating, body: { businessName: 'Brand' } });
    const rival = { businessName: 'Rival', zip: '1', countryCode: 'GB', phone: `+44${'-'.repeat(90)}2079460` };
    const { competitorId } = brand;
    expect((await call(createCompetitor, { ...creating, body: { ...rival, competitorId } })).status).toBe(200);
    const mug = { title: 'Mug', imageLink: 'https://img.shop.example/mug.jpg', alphaProductCategoryId: 'drinkware' };
    const product = { ...mug, price: { amount: '12.5', currencyCode: 'USD' }, status: 'PUBLISH' };
    const made = await call(createProduct, {
      ...{ key: key(), headers: { 'x-business-number': `${n}` } },
      body: product,
    });
    expect(made.status).toBe(200);
    const lines = [];
    for await (const line of exportAccount(table, n)) lines.push(line);
    expect(lines.map(({ type }) => type)).toEqual(expect.arrayContaining(['competitor', 'product']));
    expect((await loadRecords(...lines)).refused).toEqual([]);
  });

  it('may have a count or a time as text, as a request may', async () => {
    const { n, base, business } = about;
    const answer = { date: '2026-01-02', aiModel: 'AI_MODEL_A', theme: 'Food', prompt: 'Where?', rank: '3' };
    const post = { trackingId: `trk_${String(n).padStart(24, '0')}`, text: 'Pie', socialSite: 'ALPHA' };
    const scheduled = { state: 'scheduled', scheduleTimestamp: '4070908800000', createdAt: '2026-05-06T09:00:00Z' };
    const { refused } = await loadRecords(
      ...[...base(), business(n + 1), { type: 'searchAiAnswer', businessNumber: n + 1, ...answer }],
      { type: 'post', accountNumber: n, ...post, ...scheduled },
    );
    expect(refused).toEqual([]);
  });

  it.each([
    ['line ends of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
    ['blank lines', (text: string) => `\n \n${text.replaceAll('\n', '\n\n\t\n')}\n\n`],
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['all of them', (text: string) => `\uFEFF\r\n${text.replaceAll('\n', '\r\n \r\n')}\r\n`],
    ['no line end at its end', (text: string) => text],
    ['space around its records', (text: string) => text.replaceAll('\n', ' \n\t')],
  ])('may have %s', async (_, change) => {
    const records = [...about.base(), about.contact(1, { firstName: 'A', email: 'a@b.example' })];
    const { counts } = await loadText(table, change(linesOf(records)));
    expect(counts).toEqual(counted({ loaded: 4 }));
    expect((await findContact({ email: 'a@b.example' })).body.id).toBe(1);
  });

  it('may have the line separators of Unicode in its texts, which JSON allows, and text that is cut by no buffer', async () => {
    const name = `a\u2028b\u2029c\u0085d${'\u20ac\u{1f600}'.repeat(5000)}`;
    const records = [
      ...about.base(),
      ...Array.from({ length: 20 }, (_, at) => ({ ...about.competitor(about.n + at + 1), name })),
    ];
    expect(await loadRecords(...records)).toEqual({ counts: counted({ loaded: 23 }), refused: [] });
    const stored = (await itemsOf(table)).filter((item) => item.accountNumber === about.n && item.compAccountId);
    expect(stored.map((item) => item.name === name)).toEqual(Array(20).fill(true));
  });

  it('that is empty holds nothing; one that is not there is an error', async () => {
    expect((await loadText(table, '')).counts).toEqual(counted({}));
    await expect(loadData(table, '/nowhere/none.jsonl', () => {})).rejects.toThrow(/ENOENT/);
    await expect(loadData(table, import.meta.dirname, () => {})).rejects.toThrow(/EISDIR/);
  });

  it('that is written to meanwhile is an error: its lines are checked once', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'load-'));
    const file = join(directory, 'records.jsonl');
    await writeFile(file, linesOf(['no JSON', ...about.base()]));
    const loading = loadData(table, file, () => appendFileSync(file, '\n'));
    await expect(loading).rejects.toThrow('has changed meanwhile');
    await rm(directory, { recursive: true });
  });

  it('that is written to during its last pass is an error', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'load-'));
    const file = join(directory, 'records.jsonl');
    await writeFile(file, linesOf([...about.base().slice(0, 2), about.contact(1), about.menu(about.n + 1)]));
    // The line of the menu is refused once all is written.
    const loading = loadData(table, file, () => appendFileSync(file, '\n'));
    await expect(loading).rejects.toThrow('has changed meanwhile');
    await rm(directory, { recursive: true });
  });

  it('loads what waits for other lines at the same time', async () => {
    const { n, partnerId } = about;
    const accounts = Array.from({ length: 40 }, (_, at) => n + at + 1);
    const brands = accounts.map((accountNumber) => ({
      ...{ type: 'competitorBrand', competitorId: accountNumber, accountNumber, name: 'Brand' },
    }));
    const lines = accounts.map((accountNumber) => ({ type: 'account', accountNumber, partnerId, name: 'A' }));
    let running = 0;
    let most = 0;
    const watched: OpenTable = {
      ...table,
      transact: async (actions, ...more) => {
        if (!actions.some((action) => 'Put' in action && action.Put.Item.type === 'competitorBrand'))
          return table.transact(actions, ...more);
        most = Math.max(most, ++running);
        return table.transact(actions, ...more).finally(() => running--);
      },
    };
    await loadRecords(about.base()[0]);
    expect(await loadLines(watched, [...brands, ...lines], [])).toEqual(counted({ loaded: 80 }));
    expect(most).toBeGreaterThan(4);
  });

  it('gives of each refused line its number, its reason and its text; the others are loaded', async () => {
    const text = [
      '\uFEFF{"type":"partner"',
      linesOf(about.base()),
      '',
      ' {"type":"business","businessNumber":"x"} ',
      linesOf([about.contact(1)]),
      '{"type":"contact","accountNumber":1,"contact":{"id":1}}',
    ].join('\r\n');
    const { counts, refused } = await loadText(table, text);
    expect(counts).toEqual(counted({ loaded: 4, refused: 3 }));
    expect(refused).toEqual([
      { line: 1, reason: 'not a JSON object', text: '\uFEFF{"type":"partner"\r' },
      { line: 6, reason: 'accountNumber is required', text: ' {"type":"business","businessNumber":"x"} \r' },
      { line: 8, reason: 'account 1 does not exist', text: '{"type":"contact","accountNumber":1,"contact":{"id":1}}' },
    ]);
  });

  it('may have a rating as text, or not in plain digits, within its limits', async () => {
    const { n, base, business } = about;
    const review = (reviewId: string, rating: string) =>
      `{"type":"review","businessNumber":${n + 1},"reviewId":"${reviewId}","sourceAlias":"alpha","rating":${rating},"reviewDate":"2025-05-05"}`;
    const ratings = ['"4"', '"4.50"', '4.0', '45e-1', '"4.55"', '"6"', '"-1"', '"good"'];
    const reviews = ratings.map((rating, at) => review(`r${at}`, rating));
    const { refused } = await loadRecords(...base(), business(n + 1), ...reviews);
    expect(refused.map(({ reason }) => reason)).toEqual([
      'rating must have at most one decimal',
      'rating must be at most 5',
      'rating must be at least 0',
      'rating must be a number',
    ]);
    const stored = (await itemsOf(table)).filter((item) => item.type === 'review' && item.businessNumber === n + 1);
    expect(stored.map(({ rating }) => rating)).toEqual([4, 4.5, 4, 4.5]);
  });

  it('may have in a profile what update business takes: U+0000, and half a surrogate pair, which is replaced', async () => {
    const { n, base, business } = about;
    const { refused } = await loadRecords(...base(), business(n + 1, { products: 'a\0b\ud800', services: '😀' }));
    expect(refused).toEqual([]);
    const stored = (await itemsOf(table)).find((item) => item.businessNumber === n + 1 && item.type === 'business');
    expect(JSON.stringify(stored)).toContain(JSON.stringify('a\0b\ufffd'));
  });

  it('goes on behind a record that the table refuses, alone or in a transaction', async () => {
    const { n, base, contact, business } = about;
    await loadRecords(...base(), business(n + 1));
    const failing = refusing(table, 'One or more parameter values were invalid', `X-${n}`);
    const lines = [
      contact(1, { externalId: `X-${n}` }),
      contact(2),
      business(n + 2, {}, { createdBy: `X-${n}` }),
      contact(3),
    ];
    const reasons: string[] = [];
    expect(await loadLines(failing, lines, reasons)).toEqual(counted({ loaded: 2, refused: 2 }));
    expect(reasons).toEqual(['the table refuses the record', 'the table refuses the record']);
  });

  it.each([
    'The provided key element does not match the schema',
    'One or more parameter values were invalid: Missing the key pk in the item',
    'One or more parameter values were invalid: Type mismatch for key pk expected: N actual: S',
    'The table does not have the specified index: gsi1',
    'Query condition missed key schema element: id',
  ])('ends at a table that would refuse every record: %s', async (message) => {
    const { base } = about;
    await expect(loadLines(refusing(table, message, ''), base(), [])).rejects.toThrow(message);
  });

  it('of refused lines can be corrected and loaded alone', async () => {
    const { n, base, business, menu, contact } = about;
    const { counts, refused } = await loadRecords(...base().slice(1), business(n + 1), menu(n + 1), contact(1));
    expect(counts).toEqual(counted({ refused: 5 }));
    await loadRecords(...base().slice(0, 1));
    const again = await loadText(table, refused.map(({ text }) => text).join('\n'));
    expect(again.counts).toEqual(counted({ loaded: 5 }));
  });

  it('may hold numbers of a profile or contact as text; they are stored as numbers', async () => {
    const { n, base, business, contact, menu } = about;
    const price = { currencyCode: 'USD', units: 12, nanos: 5 };
    const items = [{ labels: [{ displayName: 'A' }], attributes: { price } }];
    const menus = [{ labels: [{ displayName: 'A' }], sections: [{ labels: [{ displayName: 'A' }], items }] }];
    const records = [
      ...base(),
      business(n + 1, { establishedYear: 1999 }, { bid: 7 }),
      contact(7, { mappings: [{ cid: 8 }], experienceScore: 9 }),
      menu(n + 1, { menuDetails: { menus } }),
    ];
    // A menu is kept as it comes, so that its numbers must be numbers, however they are written.
    const asText = linesOf(records)
      .replace(/"(establishedYear|cid|experienceScore|units|nanos)":(\d+)/g, '"$1":"$2"')
      .replace('"units":"12"', '"units":12.0')
      .replace('"nanos":"5"', '"nanos":0.5e1');
    expect((await loadText(table, asText)).refused).toEqual([]);
    // What is stored is what the same file says with numbers.
    expect((await loadRecords(...records)).counts).toEqual(counted({ unchanged: 6 }));
    const stored = (await itemsOf(table)).filter((item) => item.businessNumber === n + 1);
    expect(stored).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ bid: 7, establishedYear: 1999 }),
        expect.objectContaining({ record: expect.stringContaining('"units":12,"nanos":5') }),
      ]),
    );
  });

  it('may hold dates that today would refuse, as records of another day have them', async () => {
    const { n, base, business } = about;
    const dated = [
      business(n + 1, { businessStatus: 'Temporarily Closed', reopenDate: '01/01/2020' }),
      business(n + 2, { businessStatus: 'Open', openedOnDate: '01/01/2090' }),
      business(n + 3, { businessStatus: 'Opening Soon', openingSoonDate: '01/01/2020' }),
      business(n + 4, { businessStatus: 'Opening Soon', openingSoonDate: '01/01/2090' }),
    ];
    expect(await loadRecords(...base(), ...dated)).toEqual({ counts: counted({ loaded: 7 }), refused: [] });
  });
});
