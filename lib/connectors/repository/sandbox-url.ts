/** The URL of a connector that this service answers itself (docs/connectors.md: the sandbox connector). */
import { allowsLocal } from '../../outside/lookup.ts';
import { isSandbox } from '../../outside/sandbox.ts';

export const SANDBOX_URL = 'sandbox';

/** Whether this stage answers there: a sandbox does, and `npm start`. */
export const allowsSandboxUrl = (): boolean => allowsLocal() || isSandbox();

/** Whether a request to this URL is answered here. On another stage the URL is of no address, wherever it came from. */
export const isAnsweredHere = (url: string): boolean => url === SANDBOX_URL && allowsSandboxUrl();
