/** All that a try of a job hangs on, as it is read: two calls. */
import { businessKey } from '../business/repository/business.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { Key } from '../dynamodb/table/keys.ts';
import type { Table } from '../dynamodb/table/table.ts';
import { named } from '../partners/repository/account.ts';
import { inFlightKeys } from '../subscriptions/permit.ts';
import type { DeliveryMessage } from '../subscriptions/repository/delivery.ts';
import {
  type SubscriptionSecrets,
  secretsFrom,
  secretsKey,
  stoodTogether,
} from '../subscriptions/repository/secrets.ts';
import type { StoredSubscription, Webhook } from '../subscriptions/repository/subscription.ts';
import { connectorIn, connectorsKey } from './repository/connectors.ts';
import { accountOfJob, jobFrom, jobKey, type StoredJob } from './repository/job.ts';
import type { Found, JobKind, JobKinds } from './repository/kinds.ts';
import type { JobMessage } from './repository/messages.ts';

/** The connector that holds for a channel. */
export interface Connector {
  readonly subscription: StoredSubscription;
  readonly webhook: Webhook;
  /** None where the connectors were set between the reads. */
  readonly secrets: SubscriptionSecrets | undefined;
  /** The names of its state and leases, and what the table says of them. */
  readonly message: DeliveryMessage;
  readonly inFlight: { readonly state: Item | undefined; readonly requests: Item | undefined };
}

export interface Try {
  readonly job: StoredJob;
  readonly kind: JobKind;
  readonly connector: Connector | undefined;
  readonly location: Item | undefined;
  readonly found: Found;
}

/** A job with what its try needs; `undefined` where it is gone. */
export const loadTry = async (table: Table, message: JobMessage, kinds: JobKinds): Promise<Try | undefined> => {
  const { partnerId, id, turn } = message;
  const jobAt = jobKey({ partnerId, id });
  const accountNumber = accountOfJob(id) ?? 0;
  const first = { job: jobAt, connectors: connectorsKey(partnerId, accountNumber) };
  const { job: item, connectors } = named(await table.batchGet(Object.values(first)), first);
  const job = item && jobFrom(item);
  const kind = job && kinds.get(job.act);
  if (!job || !kind) return undefined;
  const own = connectorIn(connectors, job.channel);
  const inFlightOf: DeliveryMessage | undefined = own && {
    ...{ partnerId, turn, channel: job.channel, deliveryId: id },
    ...{ subscriptionId: own.subscription.id, webhookId: own.webhook.id },
  };
  const keys: Readonly<Record<string, Key>> = {
    ...kind.keys(job),
    ...kind.requestKeys?.(job),
    'the location': businessKey(partnerId, job.locationNumber),
    ...(inFlightOf && {
      'the secrets': secretsKey(partnerId, inFlightOf.subscriptionId),
      'the state': inFlightKeys(inFlightOf).state,
      'the requests': inFlightKeys(inFlightOf).requests,
    }),
  };
  const found: Found = named(await table.batchGet(Object.values(keys)), keys);
  const secrets = found['the secrets'];
  return {
    job,
    kind,
    found,
    location: found['the location'],
    connector: own &&
      inFlightOf && {
        ...own,
        message: inFlightOf,
        secrets: secrets && stoodTogether(own.subscription.item, secrets) ? secretsFrom(secrets) : undefined,
        inFlight: { state: found['the state'], requests: found['the requests'] },
      },
  };
};
