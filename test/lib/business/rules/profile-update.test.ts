import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profile } from '../../../../lib/business/contracts/update-business.ts';
import type { StoredFacts } from '../../../../lib/business/rules/facts.ts';
import { checkUpdate, merged, prepareUpdate } from '../../../../lib/business/rules/profile-update.ts';
import { normalize } from '../../../../lib/contract/coercion.ts';
import type { Changes } from '../../../../lib/contract/fields.ts';
import { holds } from '../../../../lib/dynamodb/table/expressions.ts';
import { anyBody } from '../../../support/any-body.ts';
import { runs } from '../../../support/chosen.ts';
import { bodyOf, FIELDS, flat } from '../../../support/profiles.ts';

const NOW = Date.UTC(2026, 2, 10, 12);
const prepared = (body: object) => prepareUpdate(normalize(profile, { ...body }), NOW);
const record = (stored: object, listingFixed = false): StoredFacts => ({ listingFixed, profile: flat(stored) });

describe('checking an update', () => {
  it('gives the same twice as once', () => {
    fc.assert(
      fc.property(bodyOf(FIELDS), anyBody, (before, body) => {
        const { changes } = prepared(body);
        const first = checkUpdate({ changes, now: NOW }, record(before));
        fc.pre(first.violations.length === 0);
        const once = merged(flat(before), first.writes);
        const second = checkUpdate({ changes, now: NOW }, { listingFixed: false, profile: once });
        expect(second.violations).toEqual([]);
        expect(merged(once, second.writes)).toEqual(once);
      }),
    );
  });

  it('stores what is sent, as it is sent, on an empty record', () => {
    fc.assert(
      fc.property(bodyOf(FIELDS), (body) => {
        const { changes } = prepared(body);
        const { violations, writes } = checkUpdate({ changes, now: NOW }, record({}));
        expect(violations).toEqual([]);
        // What is removed next to it is not there.
        expect(merged({}, writes)).toEqual(changes);
      }),
    );
  });

  it('finds with a record all that it finds without one', () => {
    fc.assert(
      fc.property(bodyOf(FIELDS), fc.boolean(), anyBody, (before, listingFixed, body) => {
        const { changes, violations } = prepared(body);
        const read = checkUpdate({ changes, now: NOW }, record(before, listingFixed));
        for (const violation of violations) expect(read.violations).toContainEqual(violation);
      }),
      { numRuns: runs(150, 1000) },
    );
  });

  it('writes without reading only what it would write to any record that its conditions let pass', () => {
    let passed = 0;
    const check = (before: object, listingFixed: boolean, body: object) => {
      const { changes, violations, blind } = prepared(body);
      const item = { ...flat(before), listingFixed };
      if (violations.length > 0 || !blind || !blind.guards.every((guard) => holds(guard, item))) return;
      passed++;
      const read = checkUpdate({ changes, now: NOW }, record(before, listingFixed));
      expect(read.violations).toEqual([]);
      expect(merged(flat(before), blind.writes)).toEqual(merged(flat(before), read.writes));
    };
    fc.assert(fc.property(bodyOf(FIELDS), fc.boolean(), anyBody, check), { numRuns: runs(150, 1000) });
    fc.assert(fc.property(bodyOf(FIELDS), fc.boolean(), bodyOf(FIELDS), check), { numRuns: runs(150, 1000) });
    expect(passed).toBeGreaterThan(100);
  });
});

/** Two updates of one record that say what each rule is about. */
const STATUS_AND_CATEGORIES: readonly [string, object, object, Changes][] = [
  [
    'a status removes the dates that it does not go with',
    { businessStatus: 'Open', openedOnDate: '01/01/2020', reopenDate: '01/01/2027' },
    { businessStatus: 'Temporarily Closed' },
    { businessStatus: 'Temporarily Closed', reopenDate: '01/01/2027' },
  ],
  [
    'a reopen date is moved where it stands in',
    {},
    { businessStatus: 'Opening Soon', reopenDate: '04/01/2026' },
    { businessStatus: 'Opening Soon', openingSoonDate: '04/01/2026' },
  ],
  [
    'a stored reopen date is moved where it stands in',
    { businessStatus: 'Temporarily Closed', reopenDate: '04/01/2026' },
    { businessStatus: 'Opening Soon' },
    { businessStatus: 'Opening Soon', openingSoonDate: '04/01/2026' },
  ],
  [
    'a reopen date that was moved before changes nothing when it is sent again',
    { businessStatus: 'Opening Soon', openingSoonDate: '03/01/2026' },
    { businessStatus: 'Opening Soon', reopenDate: '03/01/2026' },
    { businessStatus: 'Opening Soon', openingSoonDate: '03/01/2026' },
  ],
  [
    'a reopen date next to a stored opening-soon date is one of its own',
    { businessStatus: 'Opening Soon', openingSoonDate: '04/01/2026' },
    { businessStatus: 'Opening Soon', reopenDate: '05/01/2026' },
    { businessStatus: 'Opening Soon', openingSoonDate: '04/01/2026', reopenDate: '05/01/2026' },
  ],
  [
    'a primary category that serves no food removes food links that are stored',
    { alphaListing: { primaryCategoryAlpha: 'Restaurant', foodDelivery: 'https://d.example' } },
    { alphaListing: { primaryCategoryAlpha: 'Hotel' } },
    { 'alphaListing.primaryCategoryAlpha': 'Hotel' },
  ],
  [
    'attributes of which none is left are removed',
    { alphaListing: { attributes: { wifi: true } } },
    { alphaListing: { attributes: { wifi: null } } },
    {},
  ],
];

describe('what follows from an update', () => {
  for (const [what, before, sent, after] of STATUS_AND_CATEGORIES) {
    it(what, () => {
      const stored = merged({}, prepared(before).changes);
      const { violations, writes } = checkUpdate(
        { changes: prepared(sent).changes, now: NOW },
        { listingFixed: false, profile: stored },
      );
      expect(violations).toEqual([]);
      expect(merged(stored, writes)).toEqual(after);
    });
  }
});
