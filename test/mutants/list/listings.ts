/** Listings: one record with the profile, seen from two sides, and written in one transaction. */
import type { Mutant } from '../mutant.ts';

const LOST = 'test/functions/listing/lost.test.ts';
const FATES = 'test/simulation/fates/fates.test.ts';
const STATES = 'test/functions/listing/states.test.ts';
const WRITES = 'lib/listing/repository/listing-writes.ts';
const SIMULATION = 'part: simulation';

export const listings: readonly Mutant[] = [
  {
    name: 'rules-of-the-profile-not-on-listings',
    file: 'lib/listing/rules/listing-update.ts',
    find: '    ...checked.violations.map(onListing),\n',
    replace: '    ...checked.violations.slice(100).map(onListing),\n',
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
    name: 'listing-checked-on-any-profile',
    file: WRITES,
    find: '    ? unchangedAction(business.item!)\n',
    replace:
      "    ? { ConditionCheck: { Key: { pk: String(business.item!.pk), sk: 'PROFILE' }, ConditionExpression: 'attribute_exists(pk)' } }\n",
    tests: [[LOST, 'is checked again where it is overtaken on the other']],
    promise: SIMULATION,
  },
  {
    name: 'version-of-one-side',
    file: 'lib/listing/repository/listing.ts',
    find: 'versionOf(listing.item) : 0}',
    replace: '1 : 0}',
    tests: [[STATES, 'covers both of its items, and the profile has its own']],
    promise: 'threat: mix two updates in',
  },
  {
    name: 'own-mark-of-a-listing-not-known',
    file: 'lib/dynamodb/writes/write.ts',
    find: 'twoSided: Strategy = { sides: 2,',
    replace: 'twoSided: Strategy = { sides: 1,',
    tests: [[FATES, 'lands once or not at all']],
    promise: 'once: 1',
  },
  {
    name: 'mark-of-the-profile-taken-for-its-own',
    file: 'lib/dynamodb/writes/write.ts',
    find: '  const found = refused.failed.get(1);\n',
    replace: '  const found = refused.failed.get(1);\n  if (newestMark(found) >= mark) return { done: found };\n',
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
  {
    name: 'means-of-payment-without-a-label-lost',
    file: 'lib/listing/rules/payment.ts',
    find: ': textsIn(types);',
    replace: ': textsIn(types).filter((each) => isKnown(String(each)));',
    tests: [['test/functions/listing/blocks.test.ts', 'are kept as they are sent, whichever list they stand in']],
    promise: 'part: fuzz',
  },
  {
    name: 'object-of-a-wrong-type-dropped-with-what-is-next-to-it',
    file: 'lib/contract/fields.ts',
    find: 'if (!isInner && paths.has(path)) continue;',
    replace: 'if (paths.has(path)) continue;',
    tests: [['test/functions/listing/round-trip.test.ts', 'does not drop a location of']],
    promise: 'part: fuzz',
  },
  {
    name: 'required-field-that-is-cleared-taken-for-its-block',
    file: 'lib/contract/fields.ts',
    find: '&& !isCleared(path))) rest',
    replace: ')) rest',
    tests: [['test/functions/listing/round-trip.test.ts', 'names a required field that is blank']],
    promise: 'part: fuzz',
  },
];
