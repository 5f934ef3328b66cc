/** Operations that take locations, in the second after one was deleted, in which the index still lists it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as setDefaultReviewSources } from '../../../functions/campaigns/set-default-review-sources.ts';
import { handler as saveContact } from '../../../functions/contacts/save-contact.ts';
import { handler as saveEmployee } from '../../../functions/employees/save-employee.ts';
import { handler as createProduct } from '../../../functions/products/create-product.ts';
import { handler as updateProduct } from '../../../functions/products/update-product.ts';
import { handler as saveQna } from '../../../functions/qna/save-qna.ts';
import { handler as schedulePost } from '../../../functions/social/schedule-post.ts';
import { handler as createUser } from '../../../functions/users/create-user.ts';
import { handler as updateUser } from '../../../functions/users/update-user.ts';
import type { Call as StoreCall } from '../../../lib/dynamodb/client/call.ts';
import type { LambdaHandler } from '../../../lib/http/endpoint.ts';
import { productIdOf } from '../../../lib/products/repository/product.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { bring, openWorld, through } from '../../support/opened-world.ts';
import { remove } from '../business/delete-business/support.ts';

beforeAll(() => openWorld());

let last = 640_000;
/** An account of ours with three locations. */
const newAccount = async (): Promise<number> => {
  last += 10;
  const n = last;
  await bring([
    { type: 'account', accountNumber: n, partnerId: 'ours', name: `Account ${n}` },
    ...[1, 2, 3].map((each) => ({ type: 'business', businessNumber: n + each, accountNumber: n, business: {} })),
  ]);
  return n;
};

/** The index as it was before: a query that was asked then is answered as then. */
const laggingIndex = () => {
  const earlier = new Map<string, unknown>();
  return (inner: StoreCall): StoreCall =>
    (async (operation: string, input: { readonly IndexName?: string }, options: object) => {
      if (operation !== 'Query' || input.IndexName === undefined)
        return inner(operation as never, input as never, options);
      const asked = JSON.stringify(input);
      if (!earlier.has(asked)) earlier.set(asked, await inner('Query', input as never, options));
      return earlier.get(asked);
    }) as never;
};

const email = (n: number): string => `person.${n}@mail.example`;
const user = (n: number, locations: readonly number[]) => ({
  userEmailId: email(n),
  userRole: 'viewer',
  locationsNumberAccess: locations,
});
const ofAccount = (n: number, more: Call = {}): Call => ({ headers: { 'x-business-number': String(n) }, ...more });
const newUser = (n: number): Promise<Answer> =>
  call(createUser, { ...ofAccount(n), body: user(n, [n + 1, n + 2, n + 3]) });

interface Case {
  readonly handler: LambdaHandler;
  readonly before?: (n: number) => Promise<Answer>;
  readonly request: (n: number, locations: readonly number[]) => Call;
  readonly code: number;
}

const updating: Case['request'] = (n, locationsNumberAccess) =>
  ofAccount(n, { query: { userEmailId: email(n) }, body: { locationsNumberAccess } });
const saving: Case['request'] = (n, businessIds) => ({
  query: { businessId: String(n) },
  body: { firstName: 'A', email: email(n), businessIds },
});
const asking: Case['request'] = (n, businessNumbers) =>
  ofAccount(n, { body: { question: 'Are you open late here?', answers: [{ text: 'Yes, late.' }], businessNumbers } });

const selling: Case['request'] = (n, businessNumbers) =>
  ofAccount(n, {
    body: {
      title: 'Filter papers',
      imageLink: 'https://cdn.mail.example/filters.jpg',
      alphaProductCategoryId: '4500',
      price: { amount: '6.5', currencyCode: 'USD' },
      status: 'PUBLISH',
      businessNumbers,
    },
  });
const sku = (n: number): string => `SKU-${n}`;
const employing: Case['request'] = (n, businessNumbers) => ({
  path: { businessId: String(n) },
  body: { emailId: email(n), firstName: 'A', businessNumbers },
});
const posting: Case['request'] = (n, subBusinessNumbers) => ({
  path: { businessId: String(n) },
  body: { text: 'Pie', socialSite: 'ALPHA', subBusinessNumbers },
});
const reviewing: Case['request'] = (n, businessIds) => ({
  body: { resellerId: n, businessIds, sources: ['alpha', 'maps'] },
});

const cases: Readonly<Record<string, Case>> = {
  'create user': { handler: createUser, request: (n, all) => ofAccount(n, { body: user(n, all) }), code: 1175 },
  'update user, who had it': { handler: updateUser, before: newUser, request: updating, code: 1175 },
  'save contact': { handler: saveContact, request: saving, code: 5556 },
  'save contact, which had it': {
    handler: saveContact,
    before: (n) => call(saveContact, saving(n, [n + 1, n + 2, n + 3])),
    request: saving,
    code: 5556,
  },
  'save Q&A': { handler: saveQna, request: asking, code: 1011 },
  'create product': { handler: createProduct, request: selling, code: 2565 },
  'update product, which had it': {
    handler: updateProduct,
    before: (n) => {
      const { body, ...rest } = selling(n, [n + 1, n + 2, n + 3]);
      return call(createProduct, { ...rest, body: { ...(body as object), productSku: sku(n) } });
    },
    request: (n, businessNumbers) =>
      ofAccount(n, { path: { productId: productIdOf(n, sku(n)) }, body: { businessNumbers } }),
    code: 2565,
  },
  'save employee': { handler: saveEmployee, request: employing, code: 5556 },
  'save employee, who had it': {
    handler: saveEmployee,
    before: (n) => call(saveEmployee, employing(n, [n + 1, n + 2, n + 3])),
    request: employing,
    code: 5556,
  },
  'schedule post': { handler: schedulePost, request: posting, code: 5556 },
  'set default review sources': { handler: setDefaultReviewSources, request: reviewing, code: 1011 },
  'set default review sources, which it had': {
    handler: setDefaultReviewSources,
    before: (n) => call(setDefaultReviewSources, reviewing(n, [n + 1, n + 2, n + 3])),
    request: (n, businessIds) => ({ body: { resellerId: n, businessIds, sources: ['alpha'] } }),
    code: 1011,
  },
};

describe('A location that was deleted a moment ago is refused', () => {
  it.each(Object.entries(cases))('by %s', async (_, { handler, before, request, code }) => {
    for (const name of [(n: number) => [n + 1], (n: number) => [n + 1, n + 2]]) {
      const n = await newAccount();
      if (before) expect((await before(n)).status).toBe(200);
      await through(laggingIndex(), async () => {
        const dry = { ...request(n, name(n)), query: { ...request(n, name(n)).query, validateOnly: 'true' } };
        expect((await call(handler, dry)).status).toBe(200);
        expect((await remove(n + 1)).status).toBe(200);
        expect((await call(handler, request(n, name(n)))).body.code).toBe(code);
        expect((await call(handler, request(n, [n + 2, n + 3]))).status).toBe(200);
      });
    }
  });

  it('by update user', async () => {
    const n = await newAccount();
    await newUser(n);
    expect((await remove(n + 1)).status).toBe(200);
    expect((await call(updateUser, updating(n, [n + 1]))).body.code).toBe(1175);
    // What does not name locations is none of them.
    const { status } = await call(updateUser, { ...updating(n, []), body: { userRole: 'admin' } });
    expect(status).toBe(200);
  });
});
