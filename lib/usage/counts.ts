/** Reads API Gateway's request counts by key and day. */
import type { CallOptions } from '../dynamodb/client/call.ts';
import { failed, readGateway } from './control-plane.ts';
import type { DayOfUse } from './rules/use.ts';

export interface AskedCounts {
  /** API Gateway's ids of the usage plan and of the key in it. */
  readonly planId: string;
  readonly keyId: string;
  /** The first day and the last, in UTC: `2026-11-22`. */
  readonly from: string;
  readonly to: string;
  /** Whether the plan has a quota. */
  readonly hasQuota: boolean;
}

const isCount = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The counts by key in a response: `{"values": {"<key>": [[used, remaining], …]}}`. */
const valuesIn = (body: unknown): Readonly<Record<string, unknown>> => {
  const values = isObject(body) ? body.values : undefined;
  if (!isObject(values)) throw failed('a response without values');
  return values;
};

/** @param hasQuota - of the plan: without one, whatever the remainder is means nothing, and may be absent */
const daysIn = (rows: unknown, hasQuota: boolean): readonly DayOfUse[] => {
  if (!Array.isArray(rows)) throw failed('a key without days');
  return rows.map((row: unknown) => {
    const [used, left] = Array.isArray(row) ? row : [];
    const remaining = hasQuota ? left : 0;
    if (!isCount(used) || !isCount(remaining)) throw failed('a day without numbers');
    return { used, remaining };
  });
};

const pathOf = (planId: string): string => `/usageplans/${encodeURIComponent(planId)}/usage`;

/**
 * The counts of a key for each day, from the first day on; empty for an unused key.
 *
 * @throws StoreUnavailable if API Gateway returns no such counts in time
 */
export const countsOf = (
  { planId, keyId, from, to, hasQuota }: AskedCounts,
  options: CallOptions,
): Promise<readonly DayOfUse[]> =>
  readGateway(
    `${pathOf(planId)}?endDate=${to}&keyId=${encodeURIComponent(keyId)}&startDate=${from}`,
    (body) => {
      const values = valuesIn(body);
      // Never expose the counts of another key, whatever else the response holds.
      return daysIn(Object.hasOwn(values, keyId) ? values[keyId] : [], hasQuota);
    },
    options,
  );

const MOST_PAGES = 100;

/**
 * The used and remaining requests of every key of a plan with a quota on one day.
 *
 * @throws StoreUnavailable if API Gateway returns no such counts in time
 */
export const countsOfPlan = async (
  planId: string,
  day: string,
  options: CallOptions,
): Promise<ReadonlyMap<string, DayOfUse>> => {
  const counts = new Map<string, DayOfUse>();
  let position = '';
  for (let page = 0; page < MOST_PAGES; page++) {
    const next = position && `&position=${encodeURIComponent(position)}`;
    position = await readGateway(
      `${pathOf(planId)}?endDate=${day}&limit=500${next}&startDate=${day}`,
      (body) => {
        for (const [keyId, rows] of Object.entries(valuesIn(body))) {
          const [last] = daysIn(rows, true).slice(-1);
          if (last) counts.set(keyId, last);
        }
        const { position: after } = body as { readonly position?: unknown };
        return typeof after === 'string' ? after : '';
      },
      options,
    );
    if (position === '') break;
  }
  return counts;
};
