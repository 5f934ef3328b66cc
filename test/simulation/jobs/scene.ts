/** What the parts of a schedule of jobs share. */

import type { WorkMessage } from '../../../lib/connectors/repository/messages.ts';
import type { StoredMessage } from '../../../lib/conversations/repository/message.ts';
import type { PartnerStore } from '../../../lib/dynamodb/table/partner-store.ts';
import type { Table } from '../../../lib/dynamodb/table/table.ts';
import type { StoredPost } from '../../../lib/social/repository/post.ts';
import type { Faults } from '../network.ts';
import type { World } from '../world.ts';
import type { Setting, Stress } from './names.ts';
import type { Witness } from './witness.ts';

/** Runs a request in a process of its own, which has a store and some time; fails where that crashes. */
export type InProcess = <Result>(name: string, run: (store: PartnerStore) => Promise<Result>) => Promise<Result>;

export interface Scene {
  readonly setting: Setting;
  readonly stress: Stress;
  readonly world: World;
  readonly witness: Witness;
  readonly table: Table;
  /** How likely faults of the network are now. */
  readonly network: Faults;
  readonly inProcess: InProcess;
  /** What partners do just when a worker receives a message; `undefined` where they do nothing. */
  onReceipt?: (message: WorkMessage) => void;
  /** A post as it stands. */
  readonly post: (trackingId: string) => StoredPost | undefined;
  /** A message of the contact as it stands. */
  readonly message: (messageId: string) => StoredMessage | undefined;
}
