/**
 * Kinds of keys: a sandbox accepts only keys that begin with `test_`, and every other stage refuses keys issued for a
 * sandbox (docs/sandbox.md). The kind is part of the secret. It is therefore known without reading the table, and also
 * holds for a hash that was copied from another stage's table.
 */

import { isSandbox } from '../outside/sandbox.ts';

/** The prefixes of secrets: for a sandbox, and of those that the operators' commands make for other stages. */
export const TEST_PREFIX = 'test_';
export const LIVE_PREFIX = 'plk_';
/** Of those for whoever runs a connector (docs/connectors.md: keys). */
export const CONNECTOR_PREFIX = 'cnk_';

/**
 * The secrets that `keys issue` makes for a sandbox: 256 bits after the prefix. A key in a data file may begin in any
 * way.
 */
const ISSUED = new RegExp(`^${TEST_PREFIX}[A-Za-z0-9_-]{43}$`);

/** Whether a secret is of the kind that this stage accepts. */
export const isOfThisStage = (secret: string): boolean =>
  isSandbox() ? secret.startsWith(TEST_PREFIX) : !ISSUED.test(secret);
