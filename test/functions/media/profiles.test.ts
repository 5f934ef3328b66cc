/** Media in profiles: by their names, of the location alone, and not by URLs that end. */
import { beforeAll, expect, it } from 'vitest';
import { handler as getBusiness } from '../../../functions/business/get-business.ts';
import { handler as updateBusiness } from '../../../functions/business/update-business.ts';
import { handler as createListing } from '../../../functions/listing/create-listing.ts';
import { leastListing } from '../../../lib/listing/contracts/listing.provocations.ts';
import { type Medium, mediumItem } from '../../../lib/media/repository/medium.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { answerOf, type Call, call } from '../../support/call.ts';
import { refused } from '../../support/expected.ts';
import { openWorld } from '../../support/opened-world.ts';
import { REQUIRED } from '../../support/world.ts';

let table: OpenTable;
const ids = { done: `med_${'1'.repeat(24)}`, pending: `med_${'2'.repeat(24)}`, other: `med_${'3'.repeat(24)}` };
beforeAll(async () => {
  table = await openWorld();
  const own = { partnerId: 'ours', accountNumber: 100, businessNumber: 101, kind: 'media', uploadId: 'u', position: 0 };
  const rest = { url: 'https://a.example', created: '2026-01-01T00:00:00.000Z', tries: 0 };
  for (const more of [
    { mediaId: ids.done, status: 'DONE' },
    { mediaId: ids.pending, status: 'PENDING' },
    { mediaId: ids.other, status: 'DONE', businessNumber: 102 },
  ])
    await table.put({ Item: mediumItem({ ...own, ...rest, ...more } as Medium) });
});

const update = (number: number, body: object, more: Call = {}) =>
  call(updateBusiness, { path: { businessId: String(number) }, body: { ...REQUIRED, ...body }, ...more });
const get = (number: number) => call(getBusiness, { path: { businessId: String(number) } });

const named = (id: string) => `media:${id}`;

it('a profile names a medium that is there, and get business answers the same text', async () => {
  const { status, body } = await update(101, { logoUrl: named(ids.done), coverImageUrl: named(ids.done) });
  expect([status, body.logoUrl, body.coverImageUrl]).toEqual([200, named(ids.done), named(ids.done)]);
  const found = await get(101);
  expect(found.body.logoUrl).toBe(named(ids.done));
  const again = { path: { businessId: '101' }, body: found.body, headers: { 'If-Match': String(found.headers.ETag) } };
  expect((await call(updateBusiness, again)).status).toBe(200);
});

it.each(['logoUrl', 'coverImageUrl', 'alphaCover', 'betaCover'])('%s names no other', async (field) => {
  for (const id of [ids.pending, ids.other, `med_${'0'.repeat(24)}`]) {
    const message = `${field} must name a medium of the location that is DONE`;
    expect(await answerOf(update(101, { [field]: named(id) }))).toEqual(refused(400, 400, message));
    expect(await answerOf(update(101, { [field]: named(id) }, { query: { validateOnly: 'true' } }))).toEqual(
      refused(400, 400, message),
    );
  }
  const form = `${field} must be an http or https URL`;
  expect(await answerOf(update(101, { [field]: 'media:x' }))).toEqual(refused(400, 400, form));
  expect((await update(999, { [field]: named(ids.done) })).body.code).toBe(1175);
});

it.each(['timezone', 'localPhoneNumber'])('%s names no other either, though it is no picture', async (field) => {
  const message = `${field} must name a medium of the location that is DONE`;
  expect(await answerOf(update(101, { [field]: named(ids.other) }))).toEqual(refused(400, 400, message));
  expect((await update(101, { [field]: named(ids.done) })).status).toBe(200);
});

it('a URL that was signed is refused', async () => {
  for (const host of ['https://b.s3.eu-west-1.amazonaws.com', 'http://127.0.0.1:4000/b']) {
    const url = `${host}/business/ours/101/${ids.done}/00aa11bb22cc33dd?X-Amz-Date=1&X-Amz-Expires=3600&X-Amz-Signature=0`;
    const { status, body } = await update(101, { logoUrl: url });
    expect([status, body.code, body.message]).toEqual([
      400,
      400,
      expect.stringMatching(/^logoUrl must not be a mediaUrl/),
    ]);
  }
  expect((await update(101, { logoUrl: 'https://cdn.example/a.png?X-Amz-Signature=0' })).status).toBe(200);
});

it('a listing names media too', async () => {
  const create = (media: object) =>
    call(createListing, { path: { businessNumber: '101' }, body: { ...leastListing, media } });
  expect(await answerOf(create({ logoUrl: named(ids.other) }))).toEqual(
    refused(400, 400, 'media.logoUrl must name a medium of the location that is DONE'),
  );
  expect((await create({ logoUrl: named(ids.done) })).status).toBe(200);
  const own = call(createListing, {
    path: { businessNumber: '101' },
    body: {
      ...leastListing,
      additionalInfo: { ...leastListing.additionalInfo, additionalPaymentTypes: named(ids.other) },
    },
  });
  expect(await answerOf(own)).toEqual(
    refused(400, 400, 'additionalInfo.additionalPaymentTypes must name a medium of the location that is DONE'),
  );
});
