/** Contacts: what is one contact's, and what follows from it. */
import type { Mutant } from '../mutant.ts';

const PART = 'part: contacts';
const SAVE = 'test/functions/contacts/save-contact.test.ts';
const DELETE = 'test/functions/contacts/delete-contact.test.ts';

export const contacts: readonly Mutant[] = [
  {
    name: 'email-of-two-contacts',
    file: 'lib/contacts/repository/pointers.ts',
    find: "ConditionExpression: 'attribute_not_exists(pk) OR contactId = :id'",
    replace: "ConditionExpression: 'attribute_not_exists(pk) OR contactId <= :id OR contactId > :id'",
    tests: [[SAVE, 'is made of one of two saves at once']],
    promise: PART,
  },
  {
    name: 'pointers-that-lead-nowhere',
    file: 'lib/contacts/repository/change.ts',
    find: '    ...givenUp,\n',
    replace: '    ...(givenUp.length > 100 ? givenUp : []),\n',
    tests: [
      [SAVE, 'keeps what is left out, and loses what is blank'],
      [DELETE, 'is gone with its email, phone, external id, mappings and activity'],
    ],
    promise: PART,
  },
  {
    name: 'packed-index-without-deletions',
    file: 'lib/contacts/repository/change.ts',
    find: '  return [packedIndexAction(owner, id, after && { contact: after, bytes }), ...optOutActions(owner, before, after)];',
    replace:
      '  return [...(after ? [packedIndexAction(owner, id, { contact: after, bytes })] : []), ...optOutActions(owner, before, after)];',
    tests: [[DELETE, 'is gone with its email, phone, external id, mappings and activity']],
    promise: PART,
  },
  {
    name: 'locations-gone-meanwhile-kept',
    file: 'lib/contacts/post-commit-check.ts',
    find: 'if (!gone.account && gone.locations.size === 0) return;',
    replace: 'if (!gone.account && gone.locations.size >= 0) return;',
    tests: [
      [
        'test/functions/contacts/deleted-meanwhile.test.ts',
        'a location: the contact is there, and mapped to the others alone',
      ],
    ],
    promise: PART,
  },
  {
    name: 'permission-repeated-over-later-writes',
    file: 'lib/contacts/change-permission.ts',
    find: 'since !== undefined && newestMark(before) >= since',
    replace: 'since !== undefined && newestMark(before) < since && repetition > 100',
    tests: [
      [
        'test/functions/contacts/change-permission.test.ts',
        'goes on where it was cut off, and undoes nothing that came later',
      ],
    ],
    promise: PART,
  },
  {
    name: 'users-with-locations-that-are-gone',
    file: 'lib/users/write.ts',
    find: '{ mostChecked: named.length }',
    replace: '{ mostChecked: named.length - named.length }',
    tests: [['test/functions/conventions/deleted-locations.test.ts', 'by update user']],
    promise: 'part: collisions',
  },
  {
    name: 'mapping-of-a-check-in-without-its-event',
    file: 'lib/contacts/events.ts',
    find: 'hasNewMapping(before, after) ?',
    replace: 'hasNewMapping(before, before) ?',
    tests: [['test/functions/contacts/check-in.test.ts', 'is its activity, and a mapping that it adds']],
    promise: PART,
  },
  {
    name: 'products-with-locations-that-are-gone',
    file: 'lib/products/create.ts',
    find: 'unknownLocations(store, owner, numbers, true)',
    replace: 'unknownLocations(store, owner, numbers, numbers.length < 0)',
    tests: [['test/functions/conventions/deleted-locations.test.ts', 'update product, which had it']],
    promise: 'part: collisions',
  },
];
