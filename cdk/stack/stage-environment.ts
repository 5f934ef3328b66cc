/** The environment variables by which functions know what their stage is. */
import { REQUEST_PAGE } from '../../lib/campaigns/page.ts';
import { SANDBOX } from '../../lib/outside/sandbox.ts';
import type { Settings } from './context.ts';

/** Of every function that looks up keys, and of the one that asks connectors: that the stage is a sandbox. */
export const sandboxEnvironment = ({ isSandbox }: Pick<Settings, 'isSandbox'>): Record<string, string> =>
  isSandbox ? { [SANDBOX]: 'true' } : {};

/** Of the functions that make links of requests: the page that these lead to. */
export const pageEnvironment = ({ requestPageUrl }: Pick<Settings, 'requestPageUrl'>): Record<string, string> =>
  requestPageUrl === undefined ? {} : { [REQUEST_PAGE]: requestPageUrl };
