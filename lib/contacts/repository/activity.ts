/** What happened with a contact, and when: an item for each write of it, which expires. */
import type { Item } from '../../dynamodb/attributes.ts';
import { itemOf } from '../../dynamodb/entity.ts';
import type { Key } from '../../dynamodb/keys.ts';
import { type ContactOwner, contactKey } from './contact.ts';

export type ActivityKind = 'created' | 'updated' | 'checkin' | 'opted-out' | 'opted-in' | 'blocked' | 'unblocked';

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
      expiresAtSeconds: Math.floor(timeOfMark(mark) / 1000) + KEPT_SECONDS,
    },
    activityKey(owner, id, mark),
  );
