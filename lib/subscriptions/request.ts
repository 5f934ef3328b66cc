/** What is sent to a webhook: the body of an event, and the headers of one request with it (docs/webhooks.md). Pure. */
import type { BasicAuth } from './repository/secrets.ts';
import { signatureHeaders } from './signature.ts';

/** The version of the interface that the body is in the form of. */
const API_VERSION = 'v1';

export interface EventBody {
  /** `evt_...`: the same on every try and every replay. */
  readonly id: string;
  readonly type: string;
  /** When it was committed, in epoch milliseconds. */
  readonly at: number;
  readonly accountNumber: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The JSON text that is signed and sent. */
export const eventBody = ({ id, type, at, accountNumber, data }: EventBody): string =>
  JSON.stringify({
    id,
    type,
    timestamp: new Date(at).toISOString(),
    apiVersion: API_VERSION,
    businessNumber: accountNumber,
    data,
  });

interface SignedRequest {
  readonly eventId: string;
  readonly body: string;
  /** When this try is made, in epoch milliseconds. */
  readonly at: number;
  /** Those that sign now, the newest first. */
  readonly secrets: readonly string[];
  readonly auth: BasicAuth | null;
}

/** The headers of a request with this body. */
export const requestHeaders = ({ eventId, body, at, secrets, auth }: SignedRequest): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'partner-listing-api-webhooks',
  ...signatureHeaders({ id: eventId, at, body, secrets }),
  ...(auth && {
    authorization: `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`,
  }),
});
