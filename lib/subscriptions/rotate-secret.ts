/** Rotates the secret of a subscription: a new one in front of the one before, which signs for a while yet. */

import { clock } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { readAgain, revise } from '../dynamodb/writes/until.ts';
import { secretsOf } from './repository/secrets.ts';
import { subscriptions } from './repository/subscriptions.ts';
import { rotated } from './rules/rotation.ts';

const HOUR = 3_600_000;

/** @returns the new secret, empty where it is only checked; `undefined` where there is no such subscription */
export const rotateSecretOf = async (
  store: PartnerStore,
  id: string,
  { overlapHours, validateOnly }: { readonly overlapHours: number; readonly validateOnly: boolean },
): Promise<string | undefined> => {
  if (!(await subscriptions(store).findAny(id))) return undefined;
  if (validateOnly) return '';
  const { find, draw, save } = secretsOf(store);
  const value = draw();
  const saved = await revise({
    replay: store.idempotency?.executed && readAgain(() => find(id)),
    readsFirst: true,
    find: () => find(id),
    check: (record) => rotated(record!.secrets, value, clock.now(), overlapHours * HOUR),
    save: (secrets, record) => save(id, secrets, record!),
  });
  return saved?.secrets[0]?.value;
};
