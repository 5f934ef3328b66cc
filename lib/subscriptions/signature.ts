/** What a request to a webhook is signed with, as Standard Webhooks 1.0 has it (docs/webhooks.md). Pure. */
import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

export interface Signed {
  /** The event's id: the same on every try. */
  readonly id: string;
  /** When this try is made, in epoch milliseconds. */
  readonly at: number;
  readonly body: string;
  /** `whsec_` and base64: each of them signs. */
  readonly secrets: readonly string[];
}

/** The three headers by which a receiver knows that a request is ours, complete, and not an old one. */
export const signatureHeaders = ({ id, at, body, secrets }: Signed): Record<string, string> => {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
};
