/** `partner suspend` and `partner resume`: all keys of a partner are refused for a while, whichever they are. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredApiKey } from '../../../lib/partners/repository/api-key.ts';
import { untilAvailable } from '../data/retry.ts';
import { AdminError, type Io } from '../io.ts';
import { requirePartner } from './find-partner.ts';
import { apiKeysOfPartner, changeApiKey } from './store/api-keys.ts';
import { findPartner, isErased, setSuspended } from './store/partners.ts';
import type { Target } from './target.ts';

export interface SuspendOptions {
  readonly partner: string;
  /** Milliseconds after which the index surely lists a key that was put before. */
  readonly lag?: number | undefined;
}

/** The index lists a write within a second (docs/writing-once.md); doubled, as a key that is missed would go on working. */
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
 * Suspends a partner, and answers how many keys it has marked. The partner's own state comes first: from then on no key is
 * put that is not suspended. A run that is cut off is run again.
 *
 * @throws AdminError where there is no such partner
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
  const marked = await suspend(target, { ...options, now: io.now() });
  io.out(
    `The partner ${options.partner} is suspended (${keysOf(marked)} marked now). All its keys are refused within a minute, and it gets no new ones.`,
  );
};

/**
 * Lets a partner's keys work again; those that were revoked or have expired stay so. The partner's own state goes last, so that
 * a run that is cut off is seen, and run again.
 *
 * @throws AdminError where there is no such partner, or where it is being removed for good
 */
export const resumePartner = async (target: Target, io: Io, { partner }: SuspendOptions): Promise<void> => {
  const { table } = target;
  await requirePartner(table, partner);
  if (await isErased(table, partner))
    throw new AdminError(`The partner ${partner} is being removed for good: run partner offboard to its end.`);
  const marked = await markKeys(target, partner, ({ suspended }) => suspended === true, null);
  await untilAvailable(() => setSuspended(table, partner, null));
  io.out(`The partner ${partner} is not suspended: ${keysOf(marked)} resumed. They work within a minute.`);
};
