/** Numbers of a post at a location, as a connector reports them: totals that replace those before. */
import { businessKey } from '../business/repository/business.ts';
import type { ReportRow } from '../connectors/repository/report-row.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { hasExpired } from '../dynamodb/table/expiry.ts';
import type { Key } from '../dynamodb/table/keys.ts';
import { hides, type PartnerStore } from '../dynamodb/table/partner-store.ts';
import { saveVersion } from '../dynamodb/writes/save-version.ts';
import { until } from '../dynamodb/writes/until.ts';
import { isTrackingId } from './repository/post.ts';
import { postLocationFrom, postLocationKey } from './repository/post-location.ts';
import { changedNumbers, numbersDecision, type TotalsSent } from './rules/numbers.ts';

interface Row extends TotalsSent {
  readonly trackingId: string;
  readonly businessNumber: number;
}

type SetOutcome = 'applied' | 'unchanged' | 'unknown';

const ATTEMPTS = { attempts: 8, atOnce: 1 } as const;

/** The account of each of these locations that is there. One call. */
const accountsOf = async (store: PartnerStore, numbers: ReadonlySet<number>) => {
  const { table, partnerId } = store;
  const found = await table.batchGet([...numbers].map((number) => businessKey(partnerId, number)));
  const all = found.map((item) => [Number(item.businessNumber), Number(item.accountNumber)] as const);
  return new Map(all.filter(([, account]) => !hides(store, account)));
};

/** Reads what the rows are of. */
export const readNumbers = async (store: PartnerStore, rows: readonly Row[]) => {
  const { table, partnerId } = store;
  const named = rows.filter(({ trackingId }) => isTrackingId(trackingId));
  const accounts = await accountsOf(store, new Set(named.map(({ businessNumber }) => businessNumber)));
  const keyOf = ({ trackingId, businessNumber }: Row): Key | undefined => {
    const accountNumber = isTrackingId(trackingId) ? accounts.get(businessNumber) : undefined;
    return accountNumber === undefined
      ? undefined
      : postLocationKey({ partnerId, accountNumber, trackingId }, businessNumber);
  };
  const keys = new Map(named.flatMap((row) => keyOf(row) ?? []).map((key) => [`${key.pk} ${key.sk}`, key]));
  const items: readonly Item[] = await table.batchGet([...keys.values()]);
  return {
    // The mark of the last report rises above all of them, not only that of the last write.
    items: [
      ...items,
      ...items.flatMap((item) => postLocationFrom(item).reported ?? []).map(({ mark: p0 }) => ({ p0 })),
    ],

    /** @returns `unknown` where the post is not published at the location */
    set: async (
      row: Row,
      { by, validateOnly }: { readonly by: ReportRow; readonly validateOnly: boolean },
    ): Promise<SetOutcome> => {
      const key = keyOf(row);
      if (!key) return 'unknown';
      return until<SetOutcome>(ATTEMPTS, async () => {
        const item = await table.get(key);
        if (!item || hasExpired(item)) return 'unknown';
        const place = postLocationFrom(item);
        const decision = numbersDecision(place, row, by);
        if (decision) return decision;
        if (validateOnly) return 'applied';
        const before = place.reported?.mark === by.mark ? place.reported.rows : [];
        const reported = { mark: by.mark, rows: [...before, by.row] };
        const saved = await saveVersion(store, {
          key,
          changes: { ...changedNumbers(place, row), reported },
          basedOn: item,
        });
        return 'saved' in saved ? 'applied' : 'changed';
      });
    },
  };
};
