/** Whether the stage is a sandbox (docs/sandbox.md). */

/** The environment variable that marks a stage as a sandbox: `true`, or left out. */
export const SANDBOX = 'SANDBOX';

/** Whether this process serves a sandbox. */
export const isSandbox = (): boolean => process.env[SANDBOX] === 'true';
