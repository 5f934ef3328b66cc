/** Writes of a listing whose transaction is lost, late, repeated, or overtaken by another: each is done once or not at all. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as deleteBusiness } from '../../../functions/business/delete-business.ts';
import { type Call, CallError } from '../../../lib/dynamodb/client/call.ts';
import { call } from '../../support/call.ts';
import { bare, under } from '../../support/expected.ts';
import { fated } from '../../support/fated.ts';
import { scan, through } from '../../support/opened-world.ts';
import {
  create,
  deactivate,
  found,
  get,
  listed,
  newLocation,
  openWorld,
  publish,
  putBusiness,
  update,
} from './support.ts';

beforeAll(async () => {
  await openWorld();
  // Each 503 is logged.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterAll(() => vi.restoreAllMocks());

const BAR = { thirdPartyListing: { thirdPartyCategory: 'Bar' } };
const BOTH = { ...BAR, additionalInfo: { keywords: 'both sides' } };

const taken = async () => {
  const id = await listed();
  await deactivate(id);
  return id;
};

/** Lets another write land ahead of the first transaction. */
const overtakenBy =
  (other: () => Promise<{ status: number }>) =>
  (client: Call): Call => {
    let isFirst = true;
    return async (operation, input, options) => {
      if (operation === 'TransactWriteItems' && isFirst) {
        isFirst = false;
        expect((await other()).status).toBe(200);
      }
      return client(operation, input, options);
    };
  };

/** Each write of a listing, with a location where it changes something. */
const WRITES = [
  ['create', newLocation, (id: string, more = {}) => create(id, BAR, more)],
  ['create, of a listing that there is', taken, (id: string, more = {}) => create(id, BOTH, more)],
  ['update, next to the profile', listed, (id: string, more = {}) => update(id, BAR, more)],
  ['update, on both sides', listed, (id: string, more = {}) => update(id, BOTH, more)],
  ['deactivate', listed, deactivate],
  ['publish', taken, publish],
] as const;

const versions = async (id: string) => (await get(id)).headers.ETag;

describe.each(WRITES)('%s', (_, prepare, write) => {
  it.each([
    ['never arrives', 'before', 503, false],
    ['lands, and its response is lost', 'after', 503, true],
    ['is refused on its own result', 'twice', 200, true],
  ] as const)('that %s', async (_name, fate, status, lands) => {
    for (const keyed of [false, true]) {
      const id = await prepare();
      const more = keyed ? under(`lost-${fate}-${id}`) : {};
      const before = await found(id);
      const first = await through(fated([fate]), () => write(id, more));
      expect(first.status).toBe(status);
      const after = await found(id);
      if (lands) expect(after.listing?.state).toBeDefined();
      else expect(after).toEqual(before);
      if (!keyed) continue;
      const again = await write(id, more);
      expect(again.status).toBe(200);
      if (lands) expect(await found(id)).toEqual(after);
      if (status === 200) expect(bare(again)).toEqual(bare(first));
      const done = await found(id);
      expect(bare(await write(id, more))).toEqual(bare(again));
      expect(await found(id)).toEqual(done);
    }
  });

  it('that lands, and is overtaken before it is sent again, stays as it landed', async () => {
    const id = await prepare();
    const since = () => publish(id).then(() => putBusiness(id, { keywords: 'since' }));
    const landing =
      (client: Call): Call =>
      async (operation, input, options) => {
        const isFirst = operation === 'TransactWriteItems' && landed === undefined;
        if (!isFirst) return client(operation, input, options);
        landed = await client(operation, { ...input, ClientRequestToken: undefined }, options);
        await since();
        return client(operation, { ...input, ClientRequestToken: undefined }, options).catch((error: CallError) => {
          const { message, name, reasons, cause } = error;
          throw new CallError(message, { name, reasons, cause, attempts: 2, uncertain: true });
        });
      };
    let landed: unknown;
    expect((await through(landing, () => write(id))).status).toBe(200);
    const { business } = await found(id);
    expect([business.profile.keywords, business.listingFixed]).toEqual(['since', true]);
  });

  it('that arrives late lands on nothing that was written since', async () => {
    const id = await prepare();
    const late: (() => Promise<unknown>)[] = [];
    expect((await through(fated(['late'], late), () => write(id))).status).toBe(503);
    await putBusiness(id, { alias: 'since' });
    const before = await found(id);
    await expect(late.shift()!()).rejects.toMatchObject({ name: 'TransactionCanceledException' });
    expect(await found(id)).toEqual(before);
  });
});

describe('A listing', () => {
  it('goes with its location, at once', async () => {
    const id = await listed(BAR);
    expect((await call(deleteBusiness, { path: { businessId: id } })).status).toBe(200);
    const left = (await scan()).filter(
      ({ type, businessNumber }) => type === 'listing' && businessNumber === Number(id),
    );
    expect(left).toEqual([]);
  });

  it('is not written below a location that is deleted meanwhile', async () => {
    for (const prepare of [newLocation, listed]) {
      const id = await prepare();
      const deleted = () => call(deleteBusiness, { path: { businessId: id } });
      const answer = await through(overtakenBy(deleted), () => create(id, BAR));
      expect(bare(answer).body.code).toBe(1175);
      expect((await scan()).filter(({ pk }) => String(pk).endsWith(`#${id}`)).map(({ sk }) => sk)).toEqual(['DELETED']);
    }
  });
});

it('A write of one side is checked again where it is overtaken on the other', async () => {
  const id = await listed({ additionalInfo: { keywords: 'mine' } });
  const other = () => putBusiness(id, { keywords: 'other' });
  const write = () => update(id, { ...BAR, additionalInfo: { keywords: 'mine' } });
  const { status, body } = await through(overtakenBy(other), write);
  expect([status, body.additionalInfo.keywords]).toEqual([200, 'mine']);
  expect((await get(id)).body).toEqual(body);
});

describe('A write that changes nothing, and is overtaken by one after which it would', () => {
  it.each([
    ['of the profile', (id: string) => putBusiness(id, { keywords: 'other' })],
    ['of both sides', (id: string) => update(id, { ...BAR, additionalInfo: { keywords: 'other' } })],
  ])('%s is made under its key, once', async (_, other) => {
    const id = await listed({ additionalInfo: { keywords: 'mine' } });
    const more = under(`overtaken-${id}`);
    const write = () => update(id, { additionalInfo: { keywords: 'mine' } }, more);
    const first = await through(
      overtakenBy(() => other(id)),
      write,
    );
    expect([first.status, first.body.additionalInfo.keywords]).toEqual([200, 'mine']);
    expect((await putBusiness(id, { keywords: 'later' })).status).toBe(200);
    const after = await versions(id);
    expect(bare(await write())).toEqual(bare(first));
    expect(await versions(id)).toBe(after);
  });

  it('is refused where it asks for the version that was there', async () => {
    const id = await listed();
    const ETag = String(await versions(id));
    const more = { headers: { 'Idempotency-Key': `asks-${id}`, 'If-Match': ETag } };
    const first = await through(
      overtakenBy(() => putBusiness(id, { keywords: 'other' })),
      () => update(id, {}, more),
    );
    expect(first.status).toBe(412);
  });
});
