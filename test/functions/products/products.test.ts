/** Products of an account: what is created, read, changed, listed and deleted, and what is refused. */
import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from '../../support/call.ts';
import { refusal, refused, under } from '../../support/expected.ts';
import { before, behind } from '../../support/meeting.ts';
import { openWorld, scan, through } from '../../support/opened-world.ts';
import { KEYS } from '../../support/world.ts';
import { created, creating, deleting, getting, ids, listing, MUG, newAccount, updating } from './support.ts';

beforeAll(() => openWorld());

const invalid = (message: string) => refused(400, 2565, message);
const countOf = async (account: number) =>
  (await scan()).find(({ type, accountNumber }) => type === 'productCounts' && accountNumber === account)?.n;
const PROBLEM = { headers: { accept: 'application/problem+json' } };
const SIGNED = `https://b.s3.example/business/ours/1/med_${'0'.repeat(24)}/original?X-Amz-Signature=1`;

describe('A product', () => {
  it('is answered as it was created, whichever number names the account', async () => {
    const n = await newAccount();
    const productId = await created(n + 1, {
      title: '  Tasse “Été” 🍵 ',
      price: { amount: 12, currencyCode: 'eur' },
      salePrice: { amount: '0011.9', currencyCode: 'EUR' },
      status: 'draft',
      description: ' a\nb ',
      productTypes: 'Tea, Mugs',
      additionalImageLinks: ['https://img.shop.example/a,b.jpg', ''],
      productSku: ' T-1 ',
      businessNumbers: [n + 2, n + 1, n + 2],
    });
    expect(productId).toMatch(/^[1-9][0-9]{14}$/);
    const { body, headers } = await getting(n + 3, productId);
    expect(body).toEqual({
      productId,
      title: 'Tasse “Été” 🍵',
      imageLink: MUG.imageLink,
      alphaProductCategoryId: 'drinkware',
      price: { amount: '12.00', currencyCode: 'EUR' },
      status: 'DRAFT',
      salePrice: { amount: '11.90', currencyCode: 'EUR' },
      description: 'a\nb',
      brandName: '',
      productUrl: '',
      additionalImageLinks: ['https://img.shop.example/a,b.jpg'],
      productTypes: ['Tea', 'Mugs'],
      productSku: 'T-1',
      businessNumbers: [n + 2, n + 1],
      locationCount: 2,
      updatedOn: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updatedBy: expect.any(String),
    });
    expect(headers.ETag).toMatch(/^"1\.[0-9]{13}"$/);
    const { locationCount: _, updatedBy: __, ...rest } = body;
    expect((await listing(n)).body).toEqual({
      response: [{ ...rest, updatedOn: Date.parse(body.updatedOn) }],
      totalCount: 1,
    });
  });

  it('is assigned a SKU, and has one of its own, without case', async () => {
    const n = await newAccount();
    const assigned = (await getting(n, await created(n))).body;
    expect(assigned).toMatchObject({
      productSku: expect.stringMatching(/^[A-Z0-9]{12}$/),
      locationCount: null,
      salePrice: null,
    });
    const first = await created(n, { productSku: 'a-é' });
    for (const productSku of ['A-É', ' a-é '])
      expect(await answerOf(creating(n, { ...MUG, productSku }))).toEqual(
        invalid('The SKU belongs to another product'),
      );
    expect(await created(n, { productSku: 'a-e' })).not.toBe(first);
    expect(await created(await newAccount(), { productSku: 'a-é' })).not.toBe(first);
    const tag = (await getting(n, first)).headers.ETag;
    await deleting(n, [first]);
    expect(await created(n, { productSku: 'A-É' })).toBe(first);
    expect((await getting(n, first)).headers.ETag).not.toBe(tag);
    expect(await countOf(n)).toBe(3);
  });

  it.each([
    [{ title: undefined }, 'title is required'],
    [{ title: ' ' }, 'title must not be blank'],
    [{ title: 'x'.repeat(151) }, 'title must have at most 150 characters'],
    [{ title: 'a\nb' }, 'title must be one line of text without control characters'],
    [{ imageLink: '' }, 'imageLink must be an http or https URL'],
    [{ imageLink: 'img.shop.example/a.jpg' }, 'imageLink must be an http or https URL'],
    [{ imageLink: SIGNED }, 'imageLink must not be a mediaUrl, which ends within an hour'],
    [
      { additionalImageLinks: [MUG.imageLink, SIGNED] },
      'additionalImageLinks[1] must not be a mediaUrl, which ends within an hour',
    ],
    [{ additionalImageLinks: Array(11).fill(MUG.imageLink) }, 'additionalImageLinks must have at most 10 items'],
    [{ alphaProductCategoryId: 'x'.repeat(101) }, 'alphaProductCategoryId must have at most 100 characters'],
    [{ price: null }, 'price must be an object'],
    [{ price: { amount: '1' } }, 'price.currencyCode is required'],
    [{ price: { amount: '0', currencyCode: 'USD' } }, 'price.amount must be from 0.01 to 2147483647'],
    [{ price: { amount: '2147483647.01', currencyCode: 'USD' } }, 'price.amount must be from 0.01 to 2147483647'],
    [
      { price: { amount: `1${'0'.repeat(5000)}`, currencyCode: 'USD' } },
      'price.amount must be from 0.01 to 2147483647',
    ],
    [{ price: { amount: '1e2', currencyCode: 'USD' } }, 'price.amount must be digits with at most two decimals'],
    [{ price: { amount: '1.234', currencyCode: 'USD' } }, 'price.amount must be digits with at most two decimals'],
    [{ price: { amount: -1, currencyCode: 'USD' } }, 'price.amount must be digits with at most two decimals'],
    [{ salePrice: { amount: '12.50', currencyCode: 'USD' } }, 'salePrice.amount must be below the price'],
    [{ salePrice: { amount: '1', currencyCode: 'EUR' } }, 'salePrice.currencyCode must be the currency of the price'],
    [{ status: 'SOLD' }, 'status must be one of PUBLISH, DRAFT'],
    [{ description: 'x'.repeat(5001) }, 'description must have at most 5000 characters'],
    [{ brandName: 'x'.repeat(71) }, 'brandName must have at most 70 characters'],
    [{ productTypes: ['x'.repeat(101)] }, 'productTypes[0] must have at most 100 characters'],
    [{ productSku: 'x'.repeat(51) }, 'productSku must have at most 50 characters'],
    [{ businessNumbers: ['x'] }, 'businessNumbers[0] must be a number'],
    [{ businessNumbers: Array(501).fill(101) }, 'businessNumbers must have at most 500 items'],
    [{ businessNumbers: [201] }, 'businessNumbers must name locations of the account, and 201 is none'],
    [{ businessNumbers: [1.5] }, 'businessNumbers must name locations of the account, and 1.5 is none'],
  ])('is refused with %j', async (fields, message) => {
    expect(await answerOf(creating(100, { ...MUG, ...fields }))).toEqual(invalid(message));
  });

  it('returns all that is wrong with it', async () => {
    const body = { ...MUG, title: '', price: { amount: '0', currencyCode: 'X' }, businessNumbers: [201] };
    const { errors } = (await creating(100, body, PROBLEM)).body;
    expect(errors.map(({ code, pointer }: { code: number; pointer: string }) => [code, pointer])).toEqual([
      [2565, '/title'],
      [2565, '/price/amount'],
      [2565, '/price/currencyCode'],
      [2565, '/businessNumbers'],
    ]);
  });

  it('reports missing fields first, then errors in the order of the fields', async () => {
    const { imageLink: _, ...withoutImage } = MUG;
    const { errors } = (await creating(100, { ...withoutImage, title: '', status: 'x' }, PROBLEM)).body;
    expect(errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/imageLink', '/title', '/status']);
  });

  it('has the plain 400 of everywhere for a body that is no object or no text', async () => {
    for (const body of ['[]', '{', '{"title":"\\ud800"}', '{"title":"a\\u0000"}'])
      expect((await creating(100, body)).body.code).toBe(400);
    expect((await creating(799999, MUG)).body.code).toBe(1011);
    expect((await creating('', MUG)).body.code).toBe(1011);
    expect((await creating(799999, {})).body.code).toBe(2565);
  });

  it('is only validated in a dry run', async () => {
    const n = await newAccount();
    const dry = { query: { validateOnly: 'true' } };
    expect((await creating(n, MUG, dry)).body).toEqual({ productId: '0' });
    const productId = await created(n, { productSku: 'x' });
    expect((await creating(n, { ...MUG, productSku: 'X' }, dry)).body.code).toBe(2565);
    const before = await getting(n, productId);
    const updated = await updating(n, productId, { title: 'Other' }, dry);
    expect(updated).toMatchObject({ body: { productId }, headers: { ETag: before.headers.ETag } });
    expect((await deleting(n, [productId], dry)).body).toEqual({});
    expect((await getting(n, productId)).body).toEqual(before.body);
    expect((await listing(n)).body.totalCount).toBe(1);
  });
});

describe('An update', () => {
  it('merges, and clears', async () => {
    const n = await newAccount();
    const productId = await created(n, { brandName: 'B', productTypes: ['a', 'b'], businessNumbers: [n + 1] });
    expect((await updating(n, productId, { title: 'Cup', productTypes: ['c'], brandName: null })).status).toBe(200);
    expect((await getting(n, productId)).body).toMatchObject({
      title: 'Cup',
      brandName: '',
      productTypes: ['c'],
      businessNumbers: [n + 1],
    });
    expect((await updating(n, productId, { productTypes: [], businessNumbers: '', description: '' })).status).toBe(200);
    expect((await getting(n, productId)).body).toMatchObject({
      productTypes: [],
      businessNumbers: [],
      locationCount: null,
    });
  });

  it('validates the sale price with the price as it would stand', async () => {
    const n = await newAccount();
    const productId = await created(n, { salePrice: { amount: '10', currencyCode: 'USD' } });
    const eur = (amount: string) => ({ amount, currencyCode: 'EUR' });
    const below = invalid('salePrice.amount must be below the price');
    const currency = invalid('salePrice.currencyCode must be the currency of the price');
    expect(await answerOf(updating(n, productId, { price: { amount: '10', currencyCode: 'USD' } }))).toEqual(below);
    expect(await answerOf(updating(n, productId, { price: eur('20') }))).toEqual(currency);
    expect(await answerOf(updating(n, productId, { salePrice: eur('1') }))).toEqual(currency);
    for (const name of ['price', 'salePrice'])
      expect(await answerOf(updating(n, productId, { [name]: { amount: '11' } }))).toEqual(
        invalid(`${name}.currencyCode is required`),
      );
    expect((await updating(n, productId, { price: eur('20'), salePrice: eur('19.99') })).status).toBe(200);
    expect(
      (await updating(n, productId, { price: { amount: '1', currencyCode: 'DKK' }, salePrice: null })).status,
    ).toBe(200);
  });

  it('changes nothing with what get product answered', async () => {
    const n = await newAccount();
    const productId = await created(n, { businessNumbers: [n + 1], salePrice: { amount: '1', currencyCode: 'USD' } });
    const { body, headers } = await getting(n, productId);
    const stored = (await scan()).find((item) => item.productId === productId);
    expect((await updating(n, productId, body)).headers.ETag).toBe(headers.ETag);
    const same = await updating(
      n,
      productId,
      body,
      under(`same-${productId}`, { headers: { 'If-Match': String(headers.ETag) } }),
    );
    expect(same).toMatchObject({ body: { productId }, headers: { ETag: headers.ETag } });
    expect((await scan()).find((item) => item.productId === productId)).toEqual(stored);
  });

  it('is not updated for one that was at its place before', async () => {
    const n = await newAccount();
    const body = { ...MUG, productSku: 'again' };
    const productId = await created(n, body);
    const makeAgain = async (amount: string) => {
      expect((await deleting(n, [productId])).status).toBe(200);
      expect(await created(n, { ...body, price: { amount, currencyCode: 'USD' } })).toBe(productId);
    };
    const cheaper = () => makeAgain('5');
    const isOf = (name: string) => (operation: string, input: string) =>
      operation === name && input.includes(productId);
    // Under a mark above that of the new one, and under one below it.
    const ways = [behind(cheaper, isOf('BatchGetItem')), before(cheaper, isOf('UpdateItem'))];
    const change = { salePrice: { amount: '8', currencyCode: 'USD' } };
    for (const way of ways) {
      await makeAgain('12.5');
      const { ETag } = (await getting(n, productId)).headers;
      const ifMatch = { headers: { 'If-Match': String(ETag) } };
      expect((await through(way, () => updating(n, productId, change, ifMatch))).status).toBe(412);
      expect((await getting(n, productId)).body).toMatchObject({ price: { amount: '5.00' }, salePrice: null });
    }
  });

  it('keeps the SKU, and takes If-Match', async () => {
    const n = await newAccount();
    const productId = await created(n, { productSku: 'Sku' });
    const { ETag } = (await getting(n, productId)).headers;
    const key = under(`title-${productId}`, { headers: { 'If-Match': String(ETag) } });
    const written = await updating(n, productId, { title: 'Cup', productSku: 'Sku' }, key);
    expect(written.headers.ETag).not.toBe(ETag);
    expect((await getting(n, productId)).headers.ETag).toBe(written.headers.ETag);
    expect(await updating(n, productId, { title: 'Cup', productSku: 'Sku' }, key)).toMatchObject({
      body: written.body,
      headers: { ETag: written.headers.ETag, 'Idempotent-Replayed': 'true' },
    });
    const late = await updating(n, productId, { productSku: 'other' }, { headers: { 'If-Match': String(ETag) } });
    expect(late).toMatchObject({ status: 412, headers: { ETag: written.headers.ETag } });
    for (const productSku of ['sku', 'other', ''])
      expect((await updating(n, productId, { productSku })).body.code).toBe(2565);
    for (const wrong of ['x', '1', '999999999999999', '0'.repeat(15)]) {
      expect(await answerOf(updating(n, wrong, { title: 'x', businessNumbers: [201] }))).toEqual(refusal(2561));
      expect(await answerOf(getting(n, wrong))).toEqual(refusal(2561));
    }
    const { errors } = (await updating(n, productId, { title: '', productSku: 'x', businessNumbers: [201] }, PROBLEM))
      .body;
    expect(errors).toHaveLength(3);
  });
});

describe('A deletion', () => {
  it('takes all or none', async () => {
    const n = await newAccount();
    const [a, b] = [await created(n), await created(n)];
    for (const wrong of ['999999999999999', 'x', 8])
      expect(await answerOf(deleting(n, [a, wrong]))).toEqual(refusal(2561, `Product not found: ${wrong}`));
    for (const none of [[], undefined, Array(101).fill(a)]) expect((await deleting(n, none)).body.code).toBe(400);
    expect((await deleting(n, [a], { key: KEYS.theirs })).body.code).toBe(1011);
    const key = under(`both-${a}`);
    expect((await deleting(n, [a, b, a], key)).body).toEqual({});
    expect((await deleting(n, [a, b, a], key)).body).toEqual({});
    expect(await ids(n)).toEqual([]);
    expect(await countOf(n)).toBe(0);
  });
});

describe('A list', () => {
  it('is searched by title and SKU, status and location', async () => {
    const n = await newAccount();
    const a = await created(n, { title: 'Ärmel', productSku: 'one', businessNumbers: [n + 1] });
    const b = await created(n, { title: 'Band', productSku: 'two-arm', status: 'DRAFT' });
    const c = await created(n, { title: 'Cap', businessNumbers: [n + 2] });
    expect(await ids(n)).toEqual([c, b, a]);
    expect(await ids(n, {}, { search: 'ARM' })).toEqual([b, a]);
    expect(await ids(n, {}, { search: '\u0308' })).toEqual([]);
    expect(await ids(n, {}, { status: ['draft'] })).toEqual([b]);
    expect(await ids(n, {}, { businessNumbers: [n + 1] })).toEqual([b, a]);
    expect(await ids(n, {}, { businessNumbers: [n + 1, n + 2], status: ['PUBLISH'] })).toEqual([c, a]);
    await updating(n, a, { title: 'Arm' });
    expect(await ids(n, { pageSize: '2' })).toEqual([a, c]);
    expect((await listing(n, { pageSize: '2', pageNumber: '1' })).body).toMatchObject({
      totalCount: 3,
      response: [{ productId: b }],
    });
    expect(await answerOf(listing(n, {}, { businessNumbers: [n + 1, 201] }))).toEqual(
      refusal(1011, 'Business id is invalid: 201'),
    );
  });

  it.each([
    [{ pageSize: '0' }, {}, 400],
    [{ pageSize: '1001' }, {}, 400],
    [{ pageNumber: '-1' }, {}, 400],
    [{ pageNumber: '2000' }, {}, 2348],
    [{}, { status: ['SOLD'] }, 400],
    [{}, { status: Array(101).fill('DRAFT') }, 400],
    [{}, { businessNumbers: Array(101).fill(101) }, 400],
  ])('is refused as %j', async (query, body, code) => {
    expect((await listing(100, query, body)).body.code).toBe(code);
  });
});
