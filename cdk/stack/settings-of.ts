/** Reads the settings of a context without a synthesis. */
import { App } from 'aws-cdk-lib';
import { readSettings, type Settings } from './context.ts';

/**
 * Reads a context in the same way as the deployed app.
 *
 * @param context - the `context` of `cdk.json`, overridden by the command line
 * @throws Error that says which key is wrong, and what is expected
 */
export const settingsOf = (context: Readonly<Record<string, unknown>>): Settings =>
  readSettings(new App({ context: { ...context } }).node);
