/** Partners' keys. */
import type { Mutant } from '../mutant.ts';

const WITHOUT = 'threat: calls without a key';
const DENIED = ['test/functions/authorizer.test.ts', 'denies a key that is unknown, revoked or expired'] as const;

export const keys: readonly Mutant[] = [
  {
    name: 'keys-in-clear',
    file: 'lib/partners/repository/api-key.ts',
    find: "hash('sha256', secret, 'hex')",
    replace: 'String(secret)',
    tests: [['test/cdk/tools/data/keys.test.ts', 'is stored as its SHA-256 and nowhere in clear']],
    promise: 'threat: finds keys or contacts',
  },
  {
    name: 'expiry-ignored',
    file: 'lib/partners/repository/api-key.ts',
    find: '(expiresAt === undefined || Date.parse(expiresAt) > now)',
    replace: '(expiresAt === undefined || now > 0)',
    tests: [DENIED],
    promise: WITHOUT,
  },
  {
    name: 'revocation-ignored',
    file: 'lib/partners/repository/api-key.ts',
    find: '!revoked && (',
    replace: '(revoked ?? true) && (',
    tests: [DENIED],
    promise: WITHOUT,
  },
  {
    name: 'keys-remembered-for-ever',
    file: 'lib/partners/key-lookup.ts',
    find: 'until: now + REMEMBERED_MILLISECONDS',
    replace: 'until: now + REMEMBERED_MILLISECONDS * 1_000_000',
    tests: [['test/cdk/tools/admin/keys-change.test.ts', 'takes a key back']],
    promise: WITHOUT,
  },
  {
    name: 'two-keys-pass',
    file: 'lib/http/authenticate.ts',
    find: 'if (secrets.length > 1) throw new ApiError(errors.keyInvalid);',
    replace: '',
    tests: [['test/functions/conventions/chain.test.ts', 'is refused where it comes in two spellings']],
    promise: WITHOUT,
  },
  {
    name: 'two-keys-admitted',
    file: 'functions/authorizer.ts',
    find: "if (secrets.length > 1) return deny(event, { refused: 'several' });",
    replace: '',
    tests: [['test/functions/authorizer.test.ts', 'denies two spellings of the header']],
    promise: WITHOUT,
  },
  {
    name: 'unusable-keys-remembered',
    file: 'lib/partners/key-lookup.ts',
    find: 'if (apiKey && isUsable(apiKey, now)) {',
    replace: 'if (apiKey) {',
    tests: [['test/functions/reads.test.ts', 'takes as many look-ups as one that never was']],
    promise: 'threat: learns from the time of a response',
  },
  {
    name: 'unknown-keys-asked-for-twice',
    file: 'lib/partners/key-lookup.ts',
    find: 'const apiKey = await findApiKey(table, sha256);',
    replace: 'const apiKey = (await findApiKey(table, sha256)) ?? (await findApiKey(table, sha256));',
    tests: [['test/functions/reads.test.ts', 'takes as many look-ups as one that never was']],
    promise: 'part: key-timing',
  },
  {
    name: 'guesses-of-any-form-looked-up',
    file: 'lib/partners/key-lookup.ts',
    find: 'SECRET.test(secret) ? await find',
    replace: 'secret ? await find',
    tests: [['test/functions/reads.test.ts', 'of a wrong form is not asked for']],
    promise: 'threat: floods with guessed keys',
  },
  {
    name: 'fault-of-the-store-refuses-keys',
    file: 'functions/authorizer.ts',
    find: 'return await judge(serviceReader(), secret);',
    replace: "return await judge(serviceReader(), secret).catch(() => ({ refused: 'unknown' }) as const);",
    tests: [['test/functions/authorizer.test.ts', 'throws a fault of the store']],
    promise: 'part: faults',
  },
];
