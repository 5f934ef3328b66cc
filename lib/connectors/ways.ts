/** What works on the queue of jobs go through. */
import type { Table } from '../dynamodb/table/table.ts';
import type { Queue } from '../queue/client.ts';
import type { SubscriptionSecrets } from '../subscriptions/repository/secrets.ts';
import type { Sent } from '../subscriptions/send.ts';
import type { EventPost } from '../subscriptions/signed-post.ts';
import type { JobKinds, Tools } from './repository/kinds.ts';

export interface RunWays {
  readonly table: Table;
  readonly queue: Queue;
  readonly kinds: JobKinds;
  /** How often the message was received. */
  readonly receipts: number;
  /** How many requests to connectors of a partner may be in flight at once. */
  readonly mostOfPartner: number;
  readonly signedUrl: Tools['signedUrl'];
  /** Sends a request; over the network if left out. */
  readonly post?: (request: EventPost, secrets: SubscriptionSecrets) => Promise<Sent>;
}
