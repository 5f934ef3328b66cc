/** What happened with a contact, and when: an item for each write of it, which expires. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { itemOf, type Opened } from '../../dynamodb/table/entity.ts';
import { epochSeconds } from '../../dynamodb/table/expiry.ts';
import { type Key, sortableTime } from '../../dynamodb/table/keys.ts';
import { type ContactOwner, contactKey } from './contact.ts';

export const ACTIVITY_KINDS = [
  'created',
  'updated',
  'checkin',
  'opted-out',
  'opted-in',
  'blocked',
  'unblocked',
  'survey',
  'ticket',
  'conversation',
  'requested',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];

/** Of one write: what it came to, the latest last, and what is said of a check-in. */
export interface Activity {
  readonly kinds: readonly ActivityKind[];
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** 400 days. */
const KEPT_SECONDS = 400 * 24 * 3600;

/** All activity of a contact lies in its partition behind this. */
export const ACTIVITY_PREFIX = 'ACTIVITY#';

/** Its write's mark begins with the time in milliseconds, and no two are alike. */
const activityKey = (owner: ContactOwner, id: number, mark: string): Key => ({
  pk: contactKey(owner, id).pk,
  sk: `${ACTIVITY_PREFIX}${mark}`,
});

/** Epoch milliseconds of a write, by its mark. */
export const timeOfMark = (mark: string): number => Number(mark.slice(0, 13));

export const activityItem = (owner: ContactOwner, id: number, { kinds, details }: Activity, mark: string): Item =>
  itemOf(
    'contactActivity',
    {
      ...owner,
      contactId: id,
      at: timeOfMark(mark),
      kinds,
      details,
      expiresAtSeconds: epochSeconds(timeOfMark(mark)) + KEPT_SECONDS,
    },
    activityKey(owner, id, mark),
  );

/** A write, and when it was: epoch milliseconds. */
export interface PastActivity extends Activity {
  readonly at: number;
}

const WIDEST = 9_999_999_999_999;
/** The mark of a time begins so. */
const startOfMark = (at: number): string => sortableTime(Math.min(Math.max(at, 0), WIDEST));

/** What happened with contacts of a partner. */
export const activities = (({ table, partnerId }) => ({
  /**
   * What happened with a contact from `from` to before `until` (epoch milliseconds), the latest first: as many writes as
   * `most`. Consistent: one Query for each MB, half a read unit for 2 KB.
   */
  of: async (
    accountNumber: number,
    id: number,
    { from, until, most }: { readonly from: number; readonly until: number; readonly most: number },
  ): Promise<PastActivity[]> => {
    const found: PastActivity[] = [];
    if (until <= from) return found;
    const now = epochSeconds();
    const pages = table.query({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':pk': contactKey({ partnerId, accountNumber }, id).pk,
        ':first': `${ACTIVITY_PREFIX}${startOfMark(from)}`,
        // A mark has more behind its time, so that those of the moment itself are not among them.
        ':last': `${ACTIVITY_PREFIX}${startOfMark(until)}`,
      },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: most,
    });
    for await (const page of pages) {
      for (const { at, kinds, details, expiresAtSeconds } of page) {
        // TTL removes items late.
        if (Number(expiresAtSeconds) < now) continue;
        found.push({ at: Number(at), kinds: kinds as ActivityKind[], details: details as Activity['details'] });
      }
      if (found.length >= most) break;
    }
    return found.slice(0, most);
  },
})) satisfies Opened<unknown>;
