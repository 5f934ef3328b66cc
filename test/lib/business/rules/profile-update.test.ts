import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profile } from '../../../../lib/business/contracts/update-business.ts';
import { judgeUpdate, profileChanges } from '../../../../lib/business/rules/profile-update.ts';
import { normalize } from '../../../../lib/contract/coercion.ts';
import { changesOf } from '../../../../lib/contract/fields.ts';
import { anyBody } from '../../../support/any-body.ts';
import { bodyOf, FIELDS, flat } from '../../../support/profiles.ts';

const NOW = Date.UTC(2026, 2, 10, 12);
const changesIn = (body: object) => profileChanges(normalize(profile, { ...body }));

/** The profile by path once `changes` are written to it. */
const written = (stored: object, changes: object) =>
  Object.fromEntries(Object.entries({ ...stored, ...changes }).filter(([, value]) => value !== null));
const record = (stored: object, listingFixed = false) => ({ listingFixed, profile: flat(stored) });

describe('judging an update', () => {
  it('gives the same twice as once', () => {
    fc.assert(
      fc.property(bodyOf(FIELDS), anyBody, (before, body) => {
        const changes = changesIn(body);
        const first = judgeUpdate(changes, record(before), NOW);
        fc.pre(first.writes !== undefined);
        const once = written(flat(before), first.writes ?? {});
        const second = judgeUpdate(changes, { listingFixed: false, profile: once }, NOW);
        expect(written(once, second.writes ?? {})).toEqual(once);
      }),
    );
  });

  it('writes only what is sent, set to what is sent', () => {
    fc.assert(
      fc.property(bodyOf(FIELDS), (body) => {
        const { writes } = judgeUpdate(changesIn(body), record({}), NOW);
        const changes = changesOf(profile, normalize(profile, body));
        const { 'location.subLocality': dropped = null, ...rest } = writes ?? {};
        expect([dropped, rest]).toEqual([null, changes]);
      }),
    );
  });

  it('finds the same with the record as without it, where it needs none', () => {
    fc.assert(
      fc.property(bodyOf(FIELDS), fc.boolean(), anyBody, (before, listingFixed, body) => {
        const changes = changesIn(body);
        const unread = judgeUpdate(changes, undefined, NOW);
        fc.pre(!listingFixed || !['businessStatus', 'openingSoonDate', 'reopenDate'].some((path) => path in changes));
        const read = judgeUpdate(changes, record(before, listingFixed), NOW);
        // What the body alone breaks, it breaks with any record.
        for (const violation of unread.violations) expect(read.violations).toContainEqual(violation);
        if (unread.writes) expect(read).toEqual(unread);
      }),
      { numRuns: 1000 },
    );
  });

  it('either finds a violation, or says what is to be written, once the record is read', () => {
    fc.assert(
      fc.property(bodyOf(FIELDS), fc.boolean(), anyBody, (before, listingFixed, body) => {
        const { violations, writes } = judgeUpdate(changesIn(body), record(before, listingFixed), NOW);
        expect(violations.length > 0).toBe(writes === undefined);
      }),
      { numRuns: 1000 },
    );
  });
});
