/** `keys repair`: repairs the metering keys of partners. No secret changes, so partners don't have to do anything. */
import { AdminError, type Io } from '../io.ts';
import { listKeys } from './find-key.ts';
import { type KeyHealth, keyHealths } from './key-health.ts';
import { meanings } from './metering-state.ts';
import { shortId } from './secrets.ts';
import { changeApiKey } from './store/api-keys.ts';
import type { Target } from './target.ts';

export interface RepairOptions {
  /** By default all partners, which reads the complete table. */
  readonly partner?: string | undefined;
  /**
   * Enables keys that are disabled in API Gateway. By default they stay, as an operator may have stopped the partner
   * that way.
   */
  readonly enable?: boolean | undefined;
  /** Prints what is wrong, and changes nothing. */
  readonly dryRun?: boolean | undefined;
}

const healthsOf = async (target: Target, io: Io, partner: string | undefined) =>
  keyHealths(target, await listKeys(target.table, partner), { now: io.now(), partner });

const said = ({ key: { sha256, partnerId, plan }, metering = 'metered' }: KeyHealth): string =>
  `${shortId(sha256)} of partner ${partnerId} on plan ${plan}: its metering key ${meanings[metering].why}`;

const repair = async (target: Target, { key, metering, meteringId }: KeyHealth, enable: boolean): Promise<boolean> => {
  const { partnerId, plan } = key;
  if (metering === 'plan gone' || metering === 'plan off stage') return false;
  if (metering === 'disabled') {
    if (!enable || meteringId === undefined) return false;
    await target.metering.enable(meteringId);
  }
  // API Gateway allows a key in only one plan of a stage.
  if (meteringId !== undefined) await target.metering.leaveOthers(meteringId, plan);
  const meteringKey = await target.meteringKeys(partnerId, plan);
  if (meteringKey !== key.meteringKey) await changeApiKey(target.table, key, { meteringKey });
  return true;
};

/**
 * Repairs what can be repaired, checks again, and returns whether all usable keys would pass now. An interrupted run
 * can be repeated.
 *
 * @throws AdminError if the partner has no key
 */
export const repairKeys = async (target: Target, io: Io, options: RepairOptions): Promise<boolean> => {
  const { partner, enable = false, dryRun = false } = options;
  const before = await healthsOf(target, io, partner);
  if (partner !== undefined && before.length === 0)
    throw new AdminError(`The partner ${partner} has no key.`, 'not found');
  const usable = before.filter(({ metering }) => metering !== undefined);
  const wrong = usable.filter(({ metering }) => metering !== 'metered');
  for (const health of wrong) io.out(said(health));
  if (!dryRun) for (const health of wrong) await repair(target, health, enable);
  const left = dryRun || wrong.length === 0 ? wrong : (await healthsOf(target, io, partner)).filter(isWrong);
  for (const { metering } of left) io.log(`Left: ${meanings[metering!].remedy}`);
  const repaired = wrong.length - left.length;
  io.out(
    `${usable.length} usable ${usable.length === 1 ? 'key' : 'keys'}, ${wrong.length} wrong, ${repaired} repaired${repaired > 0 ? '; it may take some minutes until API Gateway applies this' : ''}.`,
  );
  io.result?.({ usable: usable.length, wrong: wrong.length, repaired, left: left.length });
  return left.every(({ metering }) => meanings[metering!].passes);
};

const isWrong = ({ metering }: KeyHealth): boolean => metering !== undefined && metering !== 'metered';
