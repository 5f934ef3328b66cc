/** Import and export of data files. */
import type { Mutant } from '../mutant.ts';

const MOVES = 'threat: moves a number from one partner';
const KEYS = 'test/cdk/tools/data/keys.test.ts';
const CHANGED = 'test/cdk/tools/data/changed-since.test.ts';

export const data: readonly Mutant[] = [
  {
    name: 'import-moves-numbers',
    file: 'cdk/tools/data/lines/account.ts',
    find: "'attribute_not_exists(pk) OR (partnerId = :partner AND kind = :kind)'",
    replace: "'attribute_not_exists(pk) OR partnerId >= :partner OR partnerId < :partner OR kind = :kind'",
    tests: [[CHANGED, 'gets neither an account nor a location, whatever the options']],
    promise: MOVES,
  },
  {
    name: 'import-takes-no-number',
    file: 'cdk/tools/data/lines/business.ts',
    find: "beside: takeNumber('business', businessNumber, partnerId),",
    replace: '',
    tests: [[CHANGED, 'gets neither an account nor a location, whatever the options']],
    promise: MOVES,
  },
  {
    name: 'import-hands-keys-over',
    file: 'cdk/tools/data/lines/api-key.ts',
    find: "if (found.partnerId !== fresh.partnerId) return refused('key belongs to another partner');",
    replace: '',
    tests: [[KEYS, 'stays with its partner']],
    promise: MOVES,
  },
  {
    name: 'import-restores-keys',
    file: 'cdk/tools/data/lines/api-key.ts',
    find: 'if (found.revoked === true && fresh.revoked === false)',
    replace: 'if (found.revoked === false && fresh.revoked === false)',
    tests: [[KEYS, 'may be revoked by a load, and is not restored by one']],
    promise: 'threat: calls without a key',
  },
  {
    name: 'import-clears-revocations',
    file: 'cdk/tools/data/lines/api-key.ts',
    find: "const KEPT = ['expiresAt', 'revoked', ",
    replace: "const KEPT = ['expiresAt', ",
    tests: [[KEYS, 'may be revoked by a load, and is not restored by one']],
    promise: 'threat: calls without a key',
  },
  {
    name: 'import-clears-expiries',
    file: 'cdk/tools/data/lines/api-key.ts',
    find: "const KEPT = ['expiresAt', 'revoked', ",
    replace: "const KEPT = ['revoked', ",
    tests: [[KEYS, 'keeps its expiry where the line has none']],
    promise: 'threat: calls without a key',
  },
  {
    name: 'import-over-what-partners-wrote',
    file: 'cdk/tools/data/bring.ts',
    find: 'if (found.version !== found.loadedVersion && !force)',
    replace: 'if (found.version === undefined && !force)',
    tests: [[CHANGED, 'is left by the same file and by another one, and reported']],
    promise: 'threat: lands on top of what was written since',
  },
  {
    name: 'import-drops-marks',
    file: 'cdk/tools/data/bring.ts',
    find: 'const saved = await saveVersion(store, { key: keyOf(fresh), changes, judgedOn: found, quiet: !context.events });',
    replace:
      'await store.table.put({ Item: { ...found, ...fresh, loadedVersion: fresh.version, ...(changes && {}) } });\n    const saved = { saved: found } as Awaited<ReturnType<typeof saveVersion>>;',
    tests: [[CHANGED, 'is overwritten by force, with its marks and version kept']],
    promise: 'once: 3',
  },
  {
    name: 'import-writes-in-a-dry-run',
    file: 'cdk/tools/data/bring.ts',
    find: 'if (!step.changes || context.dryRun) return',
    replace: 'if (!step.changes) return',
    tests: [[CHANGED, 'prints what would change and writes nothing']],
    promise: 'threat: lands on top of what was written since',
  },
  {
    name: 'numbers-of-files-in-any-spelling',
    file: 'cdk/tools/data/records.ts',
    find: 'if (misspelled !== undefined) return refused(misspelled);',
    replace: '',
    tests: [['test/cdk/tools/data/refused-lines.test.ts', 'A line is refused, and changes nothing']],
    promise: MOVES,
  },
  {
    name: 'export-forgets-fixed-listings',
    file: 'cdk/tools/data/lines/business.ts',
    find: '...(listingFixed && { listingFixed }),',
    replace: '',
    tests: [['test/cdk/tools/data/commands/data-export.test.ts', 'gives back what import takes']],
    promise: 'threat: lands on top of what was written since',
  },
];
