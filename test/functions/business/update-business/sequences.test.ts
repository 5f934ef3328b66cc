/**
 * Sequences of updates of one record. The short form runs with the other tests, from a fixed seed; 10,000 random updates:
 *
 *     SEQUENCES=2000 npx vitest run test/functions/business/update-business/sequences.test.ts
 *
 * and with `DYNAMODB_ENDPOINT` set to it, against another engine.
 */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { businessReply } from '../../../../lib/business/reply.ts';
import { type Changes, nested } from '../../../../lib/contract/fields.ts';
import { runs } from '../../../support/chosen.ts';
import { bare } from '../../../support/expected.ts';
import { broken } from '../../../support/stored-rules.ts';
import { anyText } from '../../../support/texts.ts';
import { updatesInTurn } from '../../../support/updates.ts';
import { found, newBusiness, newRecord, openWorld, putRaw } from './support.ts';

beforeAll(openWorld);

const LONG = process.env.SEQUENCES;
const RUNS = LONG === undefined ? { numRuns: runs(15, 40), seed: 2026 } : { numRuns: Number(LONG) };
const TIME = LONG === undefined ? 60_000 : 3_600_000;

/** The fields of an object over those of another. */
const over = (below: unknown, above: unknown) => ({ ...(below as object), ...(above as object) });

/** What reading a record answers, in the two spellings that a field may have: as it is stored, and as update answers it. */
const answersOf = (stored: Changes): readonly object[] => {
  const own = nested(stored);
  const { description: _, ...reply } = businessReply(stored);
  const location = over(reply.location, own.location);
  const socialProfileURLs = over(reply.socialProfileURLs, own.socialProfileURLs);
  return [
    { ...reply, ...own, location, socialProfileURLs },
    { ...own, ...reply, location, socialProfileURLs },
  ];
};

/** Sends back what is answered, with the version that it had. */
const sendBack = async (id: string) => {
  const before = await found(id);
  const { profile: stored = {}, version = 0 } = before ?? {};
  for (const body of answersOf(stored)) {
    const headers = { 'If-Match': `"${version}"` };
    const reply = await putRaw(id, body, { headers });
    expect([reply.status, reply.headers.ETag, reply.body]).toEqual([200, `"${version}"`, businessReply(stored)]);
    expect(await found(id)).toEqual(before);
  }
};

describe('sequences of updates', () => {
  it(
    'store no record that breaks a rule, are checked alike in a dry run, and can be sent back',
    async () => {
      let stored = 0;
      let refused = 0;
      await fc.assert(
        fc.asyncProperty(fc.boolean(), updatesInTurn(5), async (listingFixed, updates) => {
          const id = await newBusiness({}, { listingFixed });
          for (const update of updates) {
            const before = await found(id);
            const dry = await putRaw(id, update, { query: { validateOnly: 'true' } });
            expect(await found(id)).toEqual(before);
            const real = await putRaw(id, update);
            expect(bare(dry)).toEqual(bare(real));
            const after = await found(id);
            if (real.status === 200) {
              stored++;
              expect(dry.headers.ETag).toBe(`"${before?.version}"`);
              expect(real.headers.ETag).toBe(`"${after?.version}"`);
              expect(broken(after?.profile ?? {})).toEqual([]);
              const isSame = JSON.stringify(after?.profile) === JSON.stringify(before?.profile);
              if (isSame) expect(after).toEqual(before);
            } else {
              refused++;
              expect(after).toEqual(before);
            }
          }
          await sendBack(id);
        }),
        RUNS,
      );
      // Of both there are many, or the updates say nothing.
      expect(Math.min(stored, refused)).toBeGreaterThan(RUNS.numRuns / 2);
    },
    TIME,
  );
});

const odd = fc.oneof(
  anyText({ maxLength: 20 }).map((text) => text.toWellFormed()),
  fc.constantFrom(' padded ', 'a\u0000b', 'null', '', 'x'.repeat(6000), 'ftp://x.example', '02/30/2020'),
);
const oddList = fc.array(odd, { maxLength: 12 });
/** Records that no update of today would make. */
const legacy = fc.record(
  {
    name: odd,
    alias: odd,
    emailId: odd,
    phone: odd,
    fax: odd,
    services: odd,
    websiteUrl: odd,
    description: odd,
    keywords: odd,
    timezone: odd,
    languages: oddList,
    businessStatus: fc.constantFrom('Open', 'Opening Soon', 'Shut'),
    reopenDate: odd,
    openedOnDate: odd,
    openingSoonDate: odd,
    'location.zip': odd,
    'location.state': odd,
    'location.countryCode': fc.constantFrom('US', 'NZ', 'XX'),
    'location.subLocality': odd,
    'internalListing.category': odd,
    'internalListing.subcategory': oddList,
    'internalListing.displayCategory': odd,
    'alphaListing.primaryCategoryAlpha': fc.constantFrom('Hotel', 'Bar'),
    'alphaListing.additionalCategory': fc.constantFrom(['Hotel'], ['a', 'a'], Array(12).fill('b')),
    'alphaListing.foodDelivery': odd,
    'alphaListing.attributes': fc.constantFrom({ a: null, b: { c: '' } }, {}),
    'socialProfileURLs.alphaUrl': odd,
    hoursOfOperations: fc.array(
      fc.record(
        {
          day: fc.constantFrom(0, 9),
          isOpen: fc.constantFrom(0, 1),
          workingHours: fc.constantFrom([], [{ startHour: '09:00', endHour: '9:00' }]),
          comment: fc.constantFrom('', 'c'),
        },
        { requiredKeys: ['day'] },
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: [], noNullPrototype: true },
);

describe('a record that the rules of today would refuse', () => {
  it(
    'can be read and sent back with If-Match, and changes nothing',
    async () => {
      await fc.assert(
        fc.asyncProperty(legacy, async (fields) => {
          await sendBack(await newRecord(fields));
        }),
        RUNS,
      );
    },
    TIME,
  );
});
