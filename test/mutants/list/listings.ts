/** Listings: one record with the profile, seen from two sides, and written in one transaction. */
import type { Mutant } from '../mutant.ts';

const LOST = 'test/functions/listing/lost.test.ts';
const STATES = 'test/functions/listing/states.test.ts';
const WRITES = 'lib/listing/repository/listing-writes.ts';
const SIMULATION = 'part: simulation';

export const listings: readonly Mutant[] = [
  {
    name: 'rules-of-the-profile-not-on-listings',
    file: 'lib/listing/rules/listing-update.ts',
    find: '    ...judged.violations.map(onListing),\n',
    replace: '    ...judged.violations.slice(100).map(onListing),\n',
    tests: [[STATES, 'fixes the status and the opening-soon date on both sides, as long as it is published']],
    promise: SIMULATION,
  },
  {
    name: 'listing-taken-back-on-one-side',
    file: 'lib/listing/write.ts',
    find: "  const isFixed = after === 'published';\n",
    replace: "  const isFixed = after === 'published' || record.business.listingFixed;\n",
    tests: [[STATES, 'is none, published, deactivated and published again']],
    promise: SIMULATION,
  },
  {
    name: 'listing-judged-on-any-profile',
    file: WRITES,
    find: '    ? unchangedAction(business.item!)\n',
    replace:
      "    ? { ConditionCheck: { Key: { pk: String(business.item!.pk), sk: 'PROFILE' }, ConditionExpression: 'attribute_exists(pk)' } }\n",
    tests: [[LOST, 'is judged again where it is overtaken on the other']],
    promise: SIMULATION,
  },
  {
    name: 'version-of-one-side',
    file: 'lib/listing/repository/listing.ts',
    find: 'versionOf(listing.item) : 0}',
    replace: '1 : 0}',
    tests: [[STATES, 'covers both of its items, and the profile has its own']],
    promise: 'threat: half of one update',
  },
  {
    name: 'own-mark-of-a-listing-not-known',
    file: WRITES,
    find: 'if (isNew && itemsFound(refused).some(',
    replace: 'if (isNew && itemsFound(refused).slice(2).some(',
    tests: [[LOST, 'that lands, and is overtaken before it is sent again, stays as it landed']],
    promise: 'once: 1',
  },
  {
    name: 'mark-of-the-profile-taken-for-its-own',
    file: WRITES,
    find: 'if (isNew && itemsFound(refused).some(',
    replace: 'if (mark !== undefined && itemsFound(refused).some(',
    tests: [[LOST, 'is made under its key, once']],
    promise: 'once: 4',
  },
  {
    name: 'listing-of-a-deleted-location-stays',
    file: 'lib/business/repository/deletion.ts',
    find: '  listingKey(partnerId, number),\n',
    replace: '  ...(number < 0 ? [listingKey(partnerId, number)] : []),\n',
    tests: [[LOST, 'goes with its location, at once']],
    promise: 'once: 1',
  },
];
