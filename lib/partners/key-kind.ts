/**
 * Kinds of keys: a sandbox takes keys that begin with `test_` and no others, every other stage takes none of them
 * (docs/sandbox.md). The kind stands in the secret itself: so it is known without a look at the table, and
 * holds for a hash too that came to a table from another stage.
 */

/** The variable of the environment by which functions know that their stage is a sandbox: `true`, or left out. */
export const SANDBOX = 'SANDBOX';

/** How secrets begin: those for a sandbox, and those that the operator's commands make for other stages. */
export const TEST_PREFIX = 'test_';
export const LIVE_PREFIX = 'plk_';

/** Whether this process works for a sandbox. */
export const isSandbox = (): boolean => process.env[SANDBOX] === 'true';

/** Whether the key with this secret is of the kind that the stage takes. */
export const isOfThisStage = (secret: string): boolean => secret.startsWith(TEST_PREFIX) === isSandbox();
