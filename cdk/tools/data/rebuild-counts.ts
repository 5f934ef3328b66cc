/** Recounts responses and reviews from the records, and brings counts to it (docs/insight.md: counts rebuild). */
import { isDeepStrictEqual } from 'node:util';
import type { Item } from '../../../lib/dynamodb/attributes.ts';
import { type Key, keyText } from '../../../lib/dynamodb/keys.ts';
import { isRefused } from '../../../lib/dynamodb/outcomes.ts';
import { keyOf } from '../../../lib/dynamodb/parts.ts';
import type { Action } from '../../../lib/dynamodb/transactions.ts';
import { WRITER } from '../../../lib/dynamodb/writer.ts';
import { countChanges, isCounted, removeEmpty, scoreActions } from '../../../lib/insight/count.ts';
import { addition } from '../../../lib/insight/repository/counts.ts';
import { contributionOf } from '../../../lib/insight/rules/contributions.ts';
import { difference, RECORDS, type Sums, sumsIn } from '../../../lib/insight/rules/sums.ts';
import type { OpenTable } from '../open-table.ts';
import { scanItems } from './commands/scan.ts';

interface Correction {
  readonly key: Key;
  /** What is to be added; of scores of contacts nothing. */
  readonly sums?: Sums;
  /** What counts have. */
  readonly stored?: Sums;
  /** Nothing is left to be counted there. */
  readonly isEmpty?: boolean;
  /** The score as it is to be; none where it is to go. */
  readonly score?: Item | undefined;
}

export interface Rebuilt {
  /** Responses and reviews that were counted. */
  readonly records: number;
  /** Items that were wrong. */
  readonly wrong: number;
  /** Those that were set right; fewer than are wrong where they, or what they count, change all the time. */
  readonly corrected: number;
}

/** What was counted and what is to be counted, by key. */
const recount = async (table: OpenTable) => {
  const counted = new Map<string, { readonly key: Key; readonly sums: Sums }>();
  const stored = new Map<string, { readonly key: Key; readonly sums: Sums }>();
  const scores = { due: new Map<string, Item>(), stored: new Map<string, Item>() };
  let records = 0;
  const addRecord = (item: Item): void => {
    records++;
    const contribution = contributionOf(item);
    for (const { key, sums } of countChanges(undefined, contribution)) {
      const negated = difference(sums, undefined);
      const before = counted.get(keyText(key))?.sums;
      counted.set(keyText(key), { key, sums: difference(negated, before) });
    }
    for (const action of scoreActions(undefined, contribution)) {
      if ('Put' in action) scores.due.set(keyText(action.Put.Item), action.Put.Item);
    }
  };
  for await (const item of scanItems(table)) {
    if (isCounted(item)) addRecord(item);
    else if (item.type === 'count') stored.set(keyText(item), { key: keyOf(item), sums: sumsIn(item) });
    else if (item.type === 'contactScore') {
      // Whoever wrote it is no part of what it says.
      const { [WRITER]: _, ...score } = item;
      scores.stored.set(keyText(item), score);
    }
  }
  const corrections = new Map<string, Correction>();
  for (const [name, { key }] of [...counted, ...stored]) {
    const is = stored.get(name)?.sums;
    const sums = difference(is, counted.get(name)?.sums);
    // An item that counts nothing is to go.
    const isEmpty = !counted.has(name);
    if (isEmpty || Object.keys(sums).length > 0)
      corrections.set(name, { key, sums, ...(is && { stored: is }), isEmpty });
  }
  for (const [name, item] of [...scores.due, ...scores.stored]) {
    const score = scores.due.get(name);
    if (!isDeepStrictEqual(score, scores.stored.get(name))) corrections.set(name, { key: keyOf(item), score });
  }
  return { records, corrections };
};

const scoreAction = ({ key, score }: Correction): Action =>
  score ? { Put: { Item: score } } : { Delete: { Key: key } };

/** Whether it was done: not where the item was counted into meanwhile. */
const correct = async (table: OpenTable, correction: Correction): Promise<boolean> => {
  const { key, sums, stored, isEmpty } = correction;
  if (!sums) return !(await table.transact([scoreAction(correction)]));
  if (Object.keys(sums).length > 0) {
    const { Update } = addition(key, sums) as Extract<Action, { Update: unknown }>;
    const outcome = await table.update({
      ...Update,
      ConditionExpression: stored ? '#n = :n' : 'attribute_not_exists(#n)',
      ExpressionAttributeNames: { ...Update.ExpressionAttributeNames, '#n': RECORDS },
      ExpressionAttributeValues: {
        ...Update.ExpressionAttributeValues,
        ...(stored && { ':n': stored[RECORDS] ?? 0 }),
      },
    });
    if (isRefused(outcome)) return false;
  }
  if (isEmpty) await removeEmpty(table, [key]);
  return true;
};

/**
 * What is wrong is looked at twice, and set right where it is wrong in the same way both times: what the stream has not
 * counted yet is not counted twice by that.
 *
 * @param settle - waits between the two looks for longer than the stream is behind
 */
export const rebuildCounts = async (
  table: OpenTable,
  { dryRun = false, settle }: { readonly dryRun?: boolean | undefined; readonly settle: () => Promise<void> },
): Promise<Rebuilt> => {
  const first = await recount(table);
  if (first.corrections.size === 0) return { records: first.records, wrong: 0, corrected: 0 };
  await settle();
  const { records, corrections } = await recount(table);
  let corrected = 0;
  for (const [name, correction] of corrections) {
    if (dryRun || !isDeepStrictEqual(first.corrections.get(name), correction)) continue;
    if (await correct(table, correction)) corrected++;
  }
  return { records, wrong: corrections.size, corrected };
};
