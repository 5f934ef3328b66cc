/** The settings of a context, for whoever synthesizes nothing. */
import { App } from 'aws-cdk-lib';
import { readSettings, type Settings } from './context.ts';

/**
 * Reads a context as the app does that is deployed.
 *
 * @param context - what stands under `context` in `cdk.json`, with what the command line says
 * @throws Error that says which key is wrong, and what it should be
 */
export const settingsOf = (context: Readonly<Record<string, unknown>>): Settings =>
  readSettings(new App({ context: { ...context } }).node);
