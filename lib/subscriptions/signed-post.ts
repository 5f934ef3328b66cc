/** One request with an event, signed and authorized by what its subscription has for that. */

import { allowsLocal } from '../outside/lookup.ts';
import { liveSecrets, type SubscriptionSecrets } from './repository/secrets.ts';
import { requestHeaders } from './request.ts';
import { post, type Sent } from './send.ts';

export interface EventPost {
  readonly url: string;
  readonly eventId: string;
  readonly body: string;
  /** When this try is made, in epoch milliseconds: the signature says so, and the secrets that live then make it. */
  readonly at: number;
  /** Epoch milliseconds: what was read for it is too old afterwards, so that nothing is sent. */
  readonly sendBy: number;
  /** Sent in addition to what every event has. */
  readonly headers?: Readonly<Record<string, string>>;
  /** So many bytes of a 200 are read; nothing where it is left out. */
  readonly reads?: number;
}

/** Sends a request and says what came of it. It throws nothing. */
export const postSigned = (
  { url, eventId, body, at, sendBy, reads, ...more }: EventPost,
  secrets: SubscriptionSecrets,
): Promise<Sent> => {
  const { auth } = secrets;
  const headers = requestHeaders({ eventId, body, at, secrets: liveSecrets(secrets, at), auth });
  const options = { body, sendBy, allowLocal: allowsLocal(), ...(reads !== undefined && { reads }) };
  return post({ url, headers: { ...headers, ...more.headers }, ...options });
};
