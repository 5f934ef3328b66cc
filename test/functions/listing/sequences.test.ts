/**
 * Sequences of writes from both sides of one record. The short form runs with the other tests, from a fixed seed; more of
 * them:
 *
 *     SEQUENCES=500 npx vitest run test/functions/listing/sequences.test.ts
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as getBusiness } from '../../../functions/business/get-business.ts';
import { handler as updateBusiness } from '../../../functions/business/update-business.ts';
import type { ListingRecord } from '../../../lib/listing/repository/listing.ts';
import { type Answer, call } from '../../support/call.ts';
import { runs } from '../../support/chosen.ts';
import { bare } from '../../support/expected.ts';
import { broken } from '../../support/stored-rules.ts';
import { updatesInTurn } from '../../support/updates.ts';
import { expectSameRecord } from './same-record.ts';
import { asListing, bothSides } from './spellings.ts';
import {
  createRaw,
  deactivate,
  found,
  get,
  listed,
  newLocation,
  openWorld,
  publish,
  update,
  updateRaw,
} from './support.ts';

beforeAll(openWorld);

const LONG = process.env.SEQUENCES;
const RUNS = LONG === undefined ? { numRuns: runs(7, 14), seed: 2026 } : { numRuns: Number(LONG) };
const TIME = LONG === undefined ? 60_000 : 3_600_000;

type Body = Record<string, unknown>;
const DRY = { query: { validateOnly: 'true' } };

const putProfile = (id: string, body: unknown, more: object = {}): Promise<Answer> =>
  call(updateBusiness, { path: { businessId: id }, body, ...more });

/** Limits of a listing that are no rule of the profile. */
const STRICTER =
  /is required$|must have at (?:least|most)|must not contain|must be a list of attributes|is (?:no|an) attribute|attributeId/;

/** What a profile accepts a listing does, and the other way round, but for what only a listing asks for. */
const expectOneOutcome = (listing: Answer, profile: Answer): void => {
  if (listing.status === 200) expect([profile.status, profile.body]).toEqual([200, profile.body]);
  else if (profile.status === 200) expect(listing.body.message).toMatch(STRICTER);
};

const steps = ['profile', 'profile', 'listing', 'listing', 'listing', 'create', 'publish', 'deactivate'] as const;
const plan = fc.tuple(updatesInTurn(5), fc.array(fc.constantFrom(...steps), { minLength: 5, maxLength: 5 }));

/** Every write that a step may be: tried, then done. */
const writes = async (
  id: string,
  step: (typeof steps)[number],
  body: Body,
): Promise<(more: object) => Promise<Answer>> => {
  if (step === 'publish') return (more) => publish(id, more);
  if (step === 'deactivate') return (more) => deactivate(id, more);
  if (step === 'profile') return (more) => putProfile(id, body, more);
  const { profile, listing } = bothSides(body);
  const write = step === 'create' ? createRaw : updateRaw;
  const checked = await write(id, listing, DRY);
  // Of a listing that was never created nothing is checked.
  if (checked.status !== 404) expectOneOutcome(checked, await putProfile(id, profile, DRY));
  return (more) => write(id, listing, more);
};

/** A profile with what is answered where nothing is stored: sent to a listing, that is no change. */
const answered = ({ business }: ListingRecord) => ({
  isServiceAreaProvider: 'No',
  working24x7: 0,
  ...business.profile,
});

/** Sends back what is answered, with its version. */
const sendBack = async (id: string): Promise<void> => {
  const before = await found(id);
  const { body, headers } = await get(id);
  if (body.listingState === 'none') return;
  const again = await updateRaw(id, body, { headers: { 'If-Match': String(headers.ETag) } });
  expect([again.status, again.headers.ETag, again.body]).toEqual([200, headers.ETag, body]);
  expect(await found(id)).toEqual(before);
};

describe('Sequences of writes from both sides', () => {
  it(
    'show on each side what the other has written, keep its rules, and can be sent back',
    async () => {
      let stored = 0;
      let refused = 0;
      await fc.assert(
        fc.asyncProperty(plan, fc.boolean(), async ([updates, order], isPublished) => {
          const id = isPublished ? await listed({ businessInfo: { emailId: 'a@b.example' } }) : await newLocation();
          for (const [index, body] of updates.entries()) {
            const before = await found(id);
            const write = await writes(id, order[index] ?? 'listing', body);
            const tried = await write(DRY);
            expect(await found(id)).toEqual(before);
            const done = await write({});
            expect(bare(tried)).toEqual(bare(done));
            const after = await found(id);
            if (done.status === 200) {
              stored++;
              const { emailId, phone, services } = after.business.profile;
              // What update business asks for may never have been sent.
              if (emailId && phone && services) expect(broken(after.business.profile)).toEqual([]);
            } else {
              refused++;
              expect(after).toEqual(before);
            }
            const { body: listing } = await get(id);
            expectSameRecord(listing, (await call(getBusiness, { path: { businessId: id } })).body);
          }
          await sendBack(id);
        }),
        RUNS,
      );
      // Of both there are many, or the steps say nothing.
      expect(Math.min(stored, refused)).toBeGreaterThan(RUNS.numRuns / 2);
    },
    TIME,
  );

  it(
    'of one body in both spellings leave the same profile',
    async () => {
      let same = 0;
      await fc.assert(
        fc.asyncProperty(updatesInTurn(3), async (updates) => {
          const [one, other] = [await listed(), await listed()];
          for (const id of [one, other]) await deactivate(id);
          for (const update of updates) {
            const { profile, listing } = bothSides(update);
            // What only a listing refuses would leave the two apart.
            const [checked, also] = [await updateRaw(one, listing, DRY), await putProfile(other, profile, DRY)];
            expectOneOutcome(checked, also);
            if (checked.status !== 200 || also.status !== 200) continue;
            await updateRaw(one, listing);
            await putProfile(other, profile);
            same++;
            const [first, second] = [await found(one), await found(other)];
            expect(answered(first)).toEqual(answered(second));
          }
        }),
        RUNS,
      );
      expect(same).toBeGreaterThan(RUNS.numRuns / 2);
    },
    TIME,
  );
});

describe('A field of the profile', () => {
  it('has one place in a listing, and is cleared by it', async () => {
    const id = await listed({ additionalInfo: { keywords: 'k', impressum: 'i' } });
    await update(id, asListing({ keywords: null, impressum: '' }));
    const { profile } = (await found(id)).business;
    expect([profile.keywords, profile.impressum]).toEqual([undefined, undefined]);
  });
});
