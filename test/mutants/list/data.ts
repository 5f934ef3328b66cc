/** Import and export of data files. */
import type { Mutant } from '../mutant.ts';

const MOVES = 'threat: moves a number from one partner';
const KEYS = 'test/tools/data/keys.test.ts';
const CHANGED = 'test/tools/data/changed-since.test.ts';
const LOST = 'test/tools/data/lost-answers.test.ts';

export const data: readonly Mutant[] = [
  {
    name: 'import-moves-numbers',
    file: 'tools/data/lines/account.ts',
    find: "'attribute_not_exists(pk) OR (partnerId = :partner AND kind = :kind)'",
    replace: "'attribute_not_exists(pk) OR partnerId >= :partner OR partnerId < :partner OR kind = :kind'",
    tests: [[CHANGED, 'gets neither an account nor a location, whatever the options']],
    promise: MOVES,
  },
  {
    name: 'import-takes-no-number',
    file: 'tools/data/lines/business.ts',
    find: "alongside: takeNumber('business', businessNumber, partnerId),",
    replace: '',
    tests: [[CHANGED, 'gets neither an account nor a location, whatever the options']],
    promise: MOVES,
  },
  {
    name: 'import-hands-keys-over',
    file: 'tools/data/lines/api-key.ts',
    find: "if (found.partnerId !== fresh.partnerId) return refused('key belongs to another partner');",
    replace: '',
    tests: [[KEYS, 'stays with its partner']],
    promise: MOVES,
  },
  {
    name: 'import-restores-keys',
    file: 'tools/data/lines/api-key.ts',
    find: 'if (found.revoked === true && fresh.revoked === false)',
    replace: 'if (found.revoked === false && fresh.revoked === false)',
    tests: [[KEYS, 'may be revoked by a load, and is not restored by one']],
    promise: 'threat: calls without a key',
  },
  {
    name: 'import-clears-revocations',
    file: 'tools/data/lines/api-key.ts',
    find: "const KEPT = ['expiresAt', 'revoked', ",
    replace: "const KEPT = ['expiresAt', ",
    tests: [[KEYS, 'may be revoked by a load, and is not restored by one']],
    promise: 'threat: calls without a key',
  },
  {
    name: 'import-clears-expiries',
    file: 'tools/data/lines/api-key.ts',
    find: "const KEPT = ['expiresAt', 'revoked', ",
    replace: "const KEPT = ['revoked', ",
    tests: [[KEYS, 'keeps its expiry where the line has none']],
    promise: 'threat: calls without a key',
  },
  {
    name: 'import-over-what-partners-wrote',
    file: 'tools/data/upsert.ts',
    find: 'if (found.version !== found.loadedVersion && !force)',
    replace: 'if (found.version === undefined && !force)',
    tests: [[CHANGED, 'is left by the same file and by another one, and reported']],
    promise: 'threat: overwrites later writes',
  },
  {
    name: 'next-load-over-a-change',
    file: 'tools/data/upsert.ts',
    find: 'const loadedVersion = Number(found.version ?? 0) + 1;',
    replace: 'const loadedVersion = Number(found.version ?? 0) + 2;',
    tests: [[CHANGED, 'is left by the load after one that updated it']],
    promise: 'threat: overwrites later writes',
  },
  {
    name: 'lost-writes-count-as-nothing',
    file: 'tools/data/sent-writes.ts',
    find: 'sent?.find((each) => shows(found, each))?.done;',
    replace: 'sent?.find((each) => shows(found, each) && each.done === undefined)?.done;',
    tests: [[LOST, 'counts every new record as new, of any kind']],
    promise: 'once: 3',
  },
  {
    name: 'unknown-names-ignored',
    file: 'tools/data/records.ts',
    find: 'return unknown === undefined ?',
    replace: "return unknown !== '' ?",
    tests: [['test/tools/data/refused-lines.test.ts', 'A line is refused, and changes nothing']],
    promise: 'threat: overwrites later writes',
  },
  {
    name: 'import-drops-marks',
    file: 'tools/data/upsert.ts',
    find: 'const saved = await saveVersion(store, { key: keyOf(fresh), changes, basedOn: found, quiet: !context.events });',
    replace:
      'await store.table.put({ Item: { ...found, ...fresh, loadedVersion: fresh.version, ...(changes && {}) } });\n    const saved = { saved: found } as Awaited<ReturnType<typeof saveVersion>>;',
    tests: [[CHANGED, 'is overwritten by force, with its marks and version kept']],
    promise: 'once: 3',
  },
  {
    name: 'import-writes-in-a-dry-run',
    file: 'tools/data/upsert.ts',
    find: 'if (!step.changes || context.dryRun) return',
    replace: 'if (!step.changes) return',
    tests: [[CHANGED, 'prints what would change and writes nothing']],
    promise: 'threat: overwrites later writes',
  },
  {
    name: 'numbers-of-files-in-any-spelling',
    file: 'tools/data/records.ts',
    find: 'return misspelledNumber(kind.schema, text, sent);',
    replace: 'return undefined;',
    tests: [['test/tools/data/refused-lines.test.ts', 'A line is refused, and changes nothing']],
    promise: MOVES,
  },
  {
    name: 'number-beyond-the-table-ends-an-import',
    file: 'tools/data/write.ts',
    find: 'if (isOutOfRange(error as Error)) return',
    replace: 'if (isOutOfRange({} as Error)) return',
    tests: [['test/tools/data/refused-lines.test.ts', 'A line is refused, and changes nothing']],
    promise: MOVES,
  },
  {
    name: 'export-forgets-fixed-listings',
    file: 'tools/data/lines/business.ts',
    find: '...(listingFixed && { listingFixed }),',
    replace: '',
    tests: [['test/tools/data/commands/data-export.test.ts', 'gives back what import takes']],
    promise: 'threat: overwrites later writes',
  },
  {
    name: 'nothing-is-asked',
    file: 'tools/admin/confirm.ts',
    find: 'if (!io.ask) throw new AdminError(',
    replace: "if (!io.ask) return true;\n    if (stage === '') throw new AdminError(",
    tests: [['test/tools/admin/confirm.test.ts', 'where no one can be asked']],
    promise: 'threat: destroys data by mistake',
  },
  {
    name: 'as-many-writes-on-a-slow-store',
    file: 'tools/data/adaptive-limit.ts',
    find: 'limit = Math.max(1, limit / 2);',
    replace: 'limit = Math.max(1, limit);',
    tests: [
      ['test/tools/data/adaptive-limit.test.ts', 'leaves few calls to be given up where a store is slow under load'],
    ],
    promise: 'part: load',
  },
];
