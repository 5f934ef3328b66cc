/**
 * Kinds of keys: a sandbox takes keys that begin with `test_` and no others, every other stage takes none that was issued
 * for a sandbox (docs/sandbox.md). The kind stands in the secret itself: so it is known without a look at the table, and
 * holds for a hash too that came to a table from another stage.
 */

/** The variable of the environment by which functions know that their stage is a sandbox: `true`, or left out. */
export const SANDBOX = 'SANDBOX';

/** How secrets begin: those for a sandbox, and those that the operator's commands make for other stages. */
export const TEST_PREFIX = 'test_';
export const LIVE_PREFIX = 'plk_';

/** Whether this process works for a sandbox. */
export const isSandbox = (): boolean => process.env[SANDBOX] === 'true';

/** What `keys issue` makes for a sandbox: 256 bits behind the prefix. A key of a data file may begin in any way. */
const ISSUED = new RegExp(`^${TEST_PREFIX}[A-Za-z0-9_-]{43}$`);

/** Whether the key with this secret is of the kind that the stage takes. */
export const isOfThisStage = (secret: string): boolean =>
  isSandbox() ? secret.startsWith(TEST_PREFIX) : !ISSUED.test(secret);
