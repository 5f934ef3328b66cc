/** `plan set`: moves a partner's keys to another usage plan. The secrets stay the same. */

import { isUsable } from '../../lib/partners/repository/api-key.ts';
import { AdminError, type Io } from '../io.ts';
import { requirePartner } from './find-partner.ts';
import { checkPlan } from './keys-issue.ts';
import { apiKeysOfPartner, changeApiKey } from './store/api-keys.ts';
import { findPartner } from './store/partners.ts';
import type { Target } from './target.ts';

export interface PlanOptions {
  readonly partner: string;
  readonly plan: string;
}

/** Moves each usable key by itself: an interrupted run leaves each key valid, and the next run moves the rest. */
export const setPlan = async (target: Target, io: Io, { partner, plan }: PlanOptions): Promise<void> => {
  const { table } = target;
  checkPlan(target, plan);
  await requirePartner(table, partner);
  if ((await findPartner(table, partner))?.suspendedAt !== undefined)
    throw new AdminError(`The partner ${partner} is suspended: resume it first, then set its plan.`, 'refused');
  const usable = (await apiKeysOfPartner(table, partner)).filter((key) => isUsable(key, io.now()));
  if (usable.length === 0)
    throw new AdminError(`The partner ${partner} has no usable key; issue one on plan ${plan}.`, 'refused');
  const meteringKey = await target.meteringKeys(partner, plan);
  const others = usable.filter((key) => key.plan !== plan || key.meteringKey !== meteringKey);
  for (const key of others) await changeApiKey(table, key, { plan, meteringKey });
  io.result?.({ partner, plan, usable: usable.length, moved: others.length });
  const there = usable.length - others.length;
  io.out(
    `Moved ${others.length} of ${usable.length} usable keys of partner ${partner} to plan ${plan}` +
      `${there > 0 ? `; ${there} had it before` : ''}. It takes effect within two minutes.`,
  );
};
