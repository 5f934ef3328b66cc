/**
 * Sends a request without a key: the right error proves that the API, its authorizer and its gateway responses work.
 */
import * as errors from '../../lib/contract/error-rows.ts';
import type { Check } from './doctor-check.ts';

const PATH = '/v1/listing/1/maps-action-links';
const TIMEOUT = 15_000;

export const requestCheck = (url: string): Check => ({
  name: 'request without a key',
  async run() {
    let reply: Response;
    try {
      reply = await fetch(`${url.replace(/\/+$/, '')}${PATH}`, { signal: AbortSignal.timeout(TIMEOUT) });
    } catch (error) {
      const { message, cause } = error as Error;
      return {
        found: `${url} does not answer (${(cause as Error | undefined)?.message ?? message})`,
        remedy: 'Check the address, the network, and that the stage is deployed.',
      };
    }
    const text = await reply.text();
    const { status, code } = errors.keyMissing;
    const isRight = reply.status === status && text.includes(`"code":${code}`);
    return {
      found: `${url} answers ${reply.status}${isRight ? ` with code ${code}` : ''}`,
      ...(!isRight && {
        remedy: `Expected: ${status} with code ${code}. Deploy again; if that does not help, see the authorizer's log.`,
      }),
    };
  },
});
