/** Sequences of updates over rules alone: many more than over a table (functions/business/update-business/sequences.test.ts). */

import { validators } from 'compiled:validators';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { profile } from '../../../../lib/business/contracts/update-business.ts';
import { checkUpdate, merged, prepareUpdate } from '../../../../lib/business/rules/profile-update.ts';
import { normalize } from '../../../../lib/contract/coercion.ts';
import type { Changes } from '../../../../lib/contract/fields.ts';
import { holds } from '../../../../lib/dynamodb/table/expressions.ts';
import { runs } from '../../../support/chosen.ts';
import { broken } from '../../../support/stored-rules.ts';
import { updatesInTurn } from '../../../support/updates.ts';

/** The profile after an update, as a write makes it: without the record where its conditions hold, else checked on it. */
const after = (stored: Changes, update: Record<string, unknown>, listingFixed: boolean): Changes => {
  const normalized = normalize(profile, update);
  const now = Date.now();
  const { changes, violations, blind } = prepareUpdate(normalized, now);
  if (!validators.updateBusiness?.body?.(normalized.body) || violations.length > 0) return stored;
  if (blind?.guards.every((guard) => holds(guard, { ...stored, listingFixed }))) return merged(stored, blind.writes);
  const checked = checkUpdate({ changes, now }, { listingFixed, profile: stored });
  return checked.violations.length > 0 ? stored : merged(stored, checked.writes);
};

it('no sequence of updates stores what a rule refuses', () => {
  let written = 0;
  fc.assert(
    fc.property(fc.boolean(), updatesInTurn(6), (listingFixed, updates) => {
      let stored: Changes = {};
      for (const update of updates) {
        const next = after(stored, update, listingFixed);
        if (next === stored) continue;
        written++;
        stored = next;
        expect(broken(stored)).toEqual([]);
      }
    }),
    { numRuns: runs(200, 1500), seed: 2026 },
  );
  expect(written).toBeGreaterThan(runs(400, 3000));
});
