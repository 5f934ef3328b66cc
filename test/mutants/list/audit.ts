/** The audit. */
import type { Mutant } from '../mutant.ts';

const DENIES = 'threat: denies what was changed';
const OPERATIONS = [
  'test/functions/events/audit-operations.long.test.ts',
  'names the key, the operation and the request in each entry',
] as const;

export const audit: readonly Mutant[] = [
  {
    name: 'updates-without-a-writer',
    file: 'lib/dynamodb/table/table.ts',
    find: 'writtenUpdate(changes, await findWriter())',
    replace: 'writtenUpdate(changes, undefined)',
    tests: [['test/lib/dynamodb/writes/writer.test.ts', 'names them in an update']],
    promise: DENIES,
  },
  {
    name: 'deletions-without-a-writer',
    file: 'lib/dynamodb/writes/writer.ts',
    find: 'if (traced !== undefined && writer !== undefined)',
    replace: 'if (traced !== undefined && writer === TRACE)',
    tests: [OPERATIONS],
    promise: DENIES,
  },
  {
    name: 'names-of-the-write-before',
    file: 'lib/audit/keep.ts',
    find: 'writer: isNamed ? writerIn(after) : undefined',
    replace: 'writer: isNamed ? writerIn(after) : writerIn(before ?? after)',
    tests: [['test/functions/events/audit.test.ts', 'is not taken for the one before where no one left a name']],
    promise: DENIES,
  },
  {
    name: 'closings-of-the-stream-to-the-audit',
    file: 'cdk/stack/event-functions.ts',
    find: 'props.settings.auditDays > 0 ? audited : []',
    replace: 'props.settings.auditDays > 365 ? audited : []',
    tests: [['test/stack/event-functions.test.ts', 'are shown what they work on']],
    promise: DENIES,
  },
  {
    name: 'values-of-people-in-the-audit',
    file: 'lib/contacts/repository/contact-entities.ts',
    find: "audit: { shows: 'names', id",
    replace: "audit: { shows: 'values', id",
    tests: [
      ['test/functions/events/audit-erasing.long.test.ts', 'leave nothing of theirs but names of fields and the id'],
      ['test/lib/audit/changes.test.ts', 'that identify people show no value'],
    ],
    promise: 'threat: is still named in',
  },
];
