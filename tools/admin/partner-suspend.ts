/** `partner suspend` and `partner resume`: all keys of a partner are refused for a while. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isUsable, type StoredApiKey } from '../../lib/partners/repository/api-key.ts';
import { untilAvailable } from '../data/retry.ts';
import { AdminError, type Io } from '../io.ts';
import { type Confirmable, confirmedBefore } from './confirm.ts';
import { requirePartner } from './find-partner.ts';
import { apiKeysOfPartner, changeApiKey } from './store/api-keys.ts';
import { findPartner, isErased, setSuspended } from './store/partners.ts';
import type { Target } from './target.ts';

export interface SuspendOptions extends Confirmable {
  readonly partner: string;
  /** Milliseconds after which the index lists every key that was put before. */
  readonly lag?: number | undefined;
}

/**
 * The index lists a write within a second (docs/writing-once.md). This doubles it, as a key that is missed would keep
 * working.
 */
const INDEX_LAG = 2000;

const markKeys = async (
  { table }: Target,
  partner: string,
  isLeft: (key: StoredApiKey) => boolean,
  suspended: true | null,
): Promise<number> => {
  const left = (await apiKeysOfPartner(table, partner)).filter(isLeft);
  for (const key of left) await untilAvailable(() => changeApiKey(table, key, { suspended }));
  return left.length;
};

const keysOf = (count: number): string => `${count} ${count === 1 ? 'key' : 'keys'}`;

/**
 * Suspends a partner, and returns how many keys it has marked. The partner's own state comes first: from then on every
 * key that is put is suspended. An interrupted run can be repeated.
 *
 * @throws AdminError if there is no such partner
 */
export const suspend = async (target: Target, { now, partner, lag = INDEX_LAG }: SuspendOptions & { now: number }) => {
  const { table } = target;
  await requirePartner(table, partner);
  if ((await findPartner(table, partner))?.suspendedAt === undefined)
    await untilAvailable(() => setSuspended(table, partner, new Date(now).toISOString()));
  const isLeft = ({ suspended }: StoredApiKey) => !suspended;
  const marked = await markKeys(target, partner, isLeft, true);
  // A key that was put just before may not be listed yet.
  await sleep(lag);
  return marked + (await markKeys(target, partner, isLeft, true));
};

export const suspendPartner = async (target: Target, io: Io, options: SuspendOptions): Promise<void> => {
  const { partner, confirm = confirmedBefore } = options;
  await requirePartner(target.table, partner);
  const keys = (await apiKeysOfPartner(target.table, partner)).filter((key) => isUsable(key, io.now()));
  if (!(await confirm(`suspend partner ${partner} and refuse its ${keysOf(keys.length)} that work now`))) return;
  const marked = await suspend(target, { ...options, now: io.now() });
  io.result?.({ partner, suspended: true, keys: marked });
  io.out(
    `The partner ${options.partner} is suspended (${keysOf(marked)} marked now). All its keys are refused within a minute, and none can be issued.`,
  );
};

/**
 * Lets a partner's keys work again; revoked and expired keys stay so. The partner's own state comes last, so that an
 * interrupted run can be seen, and repeated.
 *
 * @throws AdminError if there is no such partner, or if it is being removed for good
 */
export const resumePartner = async (target: Target, io: Io, { partner }: SuspendOptions): Promise<void> => {
  const { table } = target;
  await requirePartner(table, partner);
  if (await isErased(table, partner))
    throw new AdminError(`The partner ${partner} is being offboarded: finish partner offboard.`, 'refused');
  const marked = await markKeys(target, partner, ({ suspended }) => suspended === true, null);
  await untilAvailable(() => setSuspended(table, partner, null));
  io.result?.({ partner, suspended: false, keys: marked });
  io.out(`The partner ${partner} is not suspended: ${keysOf(marked)} resumed. They work within a minute.`);
};
