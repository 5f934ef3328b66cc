/** The decision of a write's fate, branch by branch, and each use of the one write: what every module hangs on. */
import type { Mutant } from '../mutant.ts';

const FATE = 'lib/dynamodb/writes/fate.ts';
const WRITE = 'lib/dynamodb/writes/write.ts';
const ROWS = 'test/lib/dynamodb/writes/fate.test.ts';
const GONE = 'test/lib/dynamodb/writes/write.test.ts';
const FATES = 'test/simulation/fates/fates.test.ts';
const ONE_WRITE = 'test/contract/one-write.test.ts';

const inFate = (name: string, find: string, replace: string, test: string): Mutant => ({
  name,
  file: FATE,
  find,
  replace,
  tests: [[ROWS, test]],
  promise: 'once: 2',
});

const inWrite = (name: string, find: string, replace: string, test: string): Mutant => ({
  name,
  file: WRITE,
  find,
  replace,
  tests: [[GONE, test]],
  promise: 'once: 3',
});

/** A module that says something wrong of what it writes: every fault at each try of its write shows it. */
const use = (name: string, file: string, find: string, replace: string): Mutant => ({
  name,
  file,
  find,
  replace,
  tests: [[FATES, 'lands once or not at all']],
  promise: 'once: 1',
});

export const fates: readonly Mutant[] = [
  inFate(
    'unmarked-write-of-another-taken-for-own',
    '(uncertain && item && isOwn(item) ? item : undefined)',
    '(item && isOwn(item) ? item : undefined)',
    'has not where every try was answered',
  ),
  inFate(
    'unmarked-item-of-any-state-taken-for-own',
    '(uncertain && item && isOwn(item) ? item : undefined)',
    '(uncertain && item ? item : undefined)',
    'has not where the item is as another',
  ),
  inFate(
    'answered-tries-of-unknown-fate',
    "  if (!uncertain) return 'cannotLand';\n",
    '',
    'where all tries were answered',
  ),
  inFate('free-key-says-nothing', "  if (keyIsFree) return 'cannotLand';\n", '', 'or the key was free'),
  inFate('nothing-found-refuses', 'found.length > 0 && found.every(', 'found.every(', 'or neither was found'),
  inFate('one-side-speaks-for-both', 'found.every((each) =>', 'found.some((each) =>', 'one of two sides says nothing'),
  inFate(
    'version-as-it-was-refuses',
    'since > 0 && since < KEPT',
    'since >= 0 && since < KEPT',
    'has not where so few have written',
  ),
  inFate(
    'writes-since-not-counted',
    'if (since > 0 && since < KEPT) return true;',
    '',
    'has not where so few have written',
  ),
  inFate(
    'unread-record-counted',
    'basedOn === undefined ? 0 :',
    'basedOn === undefined ? 1 :',
    'a higher mark is kept',
  ),
  inFate('lower-marks-refuse', 'return newestMark(item) > mark && (', 'return (', 'a higher mark is kept'),
  inFate('room-for-marks-not-seen', 'marks.length < KEPT || marks.some(', 'marks.some(', 'or room for it'),
  inFate(
    'kept-marks-not-compared',
    'marks.some((kept) => kept < mark)',
    'marks.some((kept) => kept < marks[9]!)',
    'and a lower one',
  ),
  inWrite(
    'gone-record-of-unknown-fate',
    "isSingle: true, gone: 'absent'",
    "isSingle: true, gone: 'asked'",
    'is refused',
  ),
  inWrite('gone-side-of-unknown-fate', "sides: 2, gone: 'absent'", "sides: 2, gone: 'asked'", 'is refused'),
  inWrite('gone-deletion-of-unknown-fate', "gone: 'absent', tombstone }", "gone: 'asked', tombstone }", 'is refused'),
  inWrite(
    'gone-with-dependents-refused',
    "withDependents: Strategy = { sides: 1, gone: 'asked' }",
    "withDependents: Strategy = { sides: 1, gone: 'absent' }",
    'a write with dependent items is of unknown fate',
  ),
  inWrite(
    'ended-twice-refused',
    "goneIsDone: Strategy = { sides: 1, gone: 'done' }",
    "goneIsDone: Strategy = { sides: 1, gone: 'absent' }",
    'a deletion that leaves nothing is done',
  ),
  inWrite(
    'tombstone-not-read',
    'isGone && strategy.tombstone ?',
    "mark === '' && strategy.tombstone ?",
    'a deletion is known by its mark',
  ),
  inWrite(
    'creation-not-looked-for',
    'if (await strategy.landed?.()',
    'if (actions.length > 99 && await strategy.landed?.()',
    'A creation of unknown fate is looked for',
  ),
  inWrite(
    'unknown-fate-refused',
    "if (fate === 'unknown') throw",
    "if (fate === 'unknown' && sides.size > 2) throw",
    'a write with dependent items is of unknown fate',
  ),
  use(
    'update-based-on-a-later-version',
    'lib/dynamodb/writes/save-version.ts',
    'const versions = [basedOn && versionOf(basedOn)];',
    'const versions = [basedOn && versionOf(basedOn) + 5];',
  ),
  use(
    'first-card-without-its-mark',
    'lib/cards/repository/cards.ts',
    '{ ...cardsItem(partnerId, { ...record, businessNumber, cards }), p0: mark }',
    '{ ...cardsItem(partnerId, { ...record, businessNumber, cards }) }',
  ),
  {
    name: 'uncertain-write-of-a-card-taken-for-certain',
    file: 'lib/cards/repository/cards.ts',
    find: 'basedOn: [versionOf(item)],',
    replace: 'basedOn: [versionOf(item) + 5],',
    tests: [['test/functions/cards/cards.test.ts', 'makes no second card where so many have written since']],
    promise: 'once: 1',
  },
  use(
    'users-based-on-a-later-version',
    'lib/users/repository/users.ts',
    'basedOn: [versionOf(before)],',
    'basedOn: [versionOf(before) + 5],',
  ),
  use(
    'contacts-based-on-a-later-version',
    'lib/contacts/repository/writing.ts',
    'const basedOn = [versionOf(before)];',
    'const basedOn = [versionOf(before) + 5];',
  ),
  use(
    'questions-based-on-a-later-version',
    'lib/qna/repository/questions.ts',
    'strategy: withDependents, actions, basedOn: [version], mark, result',
    'strategy: withDependents, actions, basedOn: [version + 5], mark, result',
  ),
  use(
    'webhooks-based-on-a-later-version',
    'lib/subscriptions/repository/webhooks.ts',
    'basedOn: [versionOf(item)], mark',
    'basedOn: [versionOf(item) + 5], mark',
  ),
  use(
    'listing-based-on-a-later-version',
    'lib/listing/repository/listing-writes.ts',
    'basedOn: [versionOf(business.item), versionOf(listing?.item)],',
    'basedOn: [versionOf(business.item) + 5, versionOf(listing?.item) + 5],',
  ),
  use(
    'tombstone-of-another-location',
    'lib/business/repository/deletion.ts',
    'deletion(tombstoneKey(store.partnerId, deleted.kind, deleted.number))',
    'deletion(tombstoneKey(store.partnerId, deleted.kind, -1))',
  ),
  use(
    'tombstone-of-another-contact',
    'lib/contacts/repository/writing.ts',
    'return deletion(contactTombstoneKey(owner, (before!.contact as Contact).id));',
    'return deletion(contactTombstoneKey(owner, -1));',
  ),
  use(
    'new-contact-without-its-mark',
    'lib/contacts/repository/change.ts',
    '{ ...contactItem(owner, after), p0: mark }',
    '{ ...contactItem(owner, after) }',
  ),
  use(
    'location-not-found-by-its-number',
    'lib/business/repository/creations.ts',
    'creation(() => landed(created, mark))',
    'creation(() => landed(-1, mark))',
  ),
  use(
    'subscription-not-found-by-its-id',
    'lib/subscriptions/repository/subscribing.ts',
    'creation(() => holds(key, id))',
    "creation(() => holds(key, ''))",
  ),
  use(
    'changed-record-taken-for-deleted',
    'lib/dynamodb/writes/delete-counted.ts',
    'if (found.length > (counts ? 1 : 0)) return false;',
    'if (found.length > (counts ? 1 : 0)) return true;',
  ),
  {
    name: 'module-that-asks-for-marks',
    file: 'lib/users/write.ts',
    find: "import { markAbove } from '../dynamodb/writes/marks.ts';",
    replace: "import { markAbove, marksOf } from '../dynamodb/writes/marks.ts';",
    tests: [[ONE_WRITE, 'no module reads the marks that an item keeps']],
    promise: 'once: 1',
  },
  {
    name: 'services-of-one-name',
    file: 'lib/partners/repository/counted-creation.ts',
    find: "ConditionExpression: 'attribute_not_exists(pk)'",
    replace: "ConditionExpression: 'attribute_not_exists(pk) OR attribute_exists(pk)'",
    tests: [
      ['test/functions/services/limits.test.ts', 'of fifty creations of one name at once, with lost answers, one wins'],
    ],
    promise: 'once: 1',
  },
  {
    name: 'late-creation-restores-a-deleted-record',
    file: 'lib/dynamodb/writes/counted.ts',
    find: "'attribute_not_exists(p0)'",
    replace: "'attribute_not_exists(unmarked)'",
    tests: [
      ['test/functions/services/limits.test.ts', 'of fifty creations of one name at once, with lost answers, one wins'],
    ],
    promise: 'once: 1',
  },
];
