/** How a contact found it: an item for each of their responses and reviews that says so, in the order of time. */

import { type ContactOwner, contactKey } from '../../contacts/repository/contact.ts';
import type { ContactScore } from '../../dynamodb/stream/change.ts';
import { itemOf, type Opened } from '../../dynamodb/table/entity.ts';
import { digest, joined, type Key, sortable } from '../../dynamodb/table/keys.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';

const PREFIX = 'SCORE#';

/** An id of a review may be longer than a sort key. */
const scoreKey = (owner: ContactOwner, { contactId, at, source, of }: ContactScore): Key => ({
  pk: contactKey(owner, contactId).pk,
  sk: `${PREFIX}${joined(sortable(Math.max(0, at)), source, digest(...of))}`,
});

export const scorePut = (owner: ContactOwner, score: ContactScore): Action => ({
  Put: {
    Item: itemOf(
      'contactScore',
      {
        partnerId: owner.partnerId,
        accountNumber: owner.accountNumber,
        contactId: score.contactId,
        score: score.score,
        source: score.source,
      },
      scoreKey(owner, score),
    ),
  },
});

export const scoreDeletion = (owner: ContactOwner, score: ContactScore): Action => ({
  Delete: { Key: scoreKey(owner, score) },
});

/** Whether two are one item of the same content. */
export const isSameScore = (owner: ContactOwner, a: ContactScore, b: ContactScore): boolean =>
  isSameScoreItem(owner, a, b) && a.score === b.score;

/** Whether two lie at one key. */
export const isSameScoreItem = (owner: ContactOwner, a: ContactScore, b: ContactScore): boolean =>
  scoreKey(owner, a).pk === scoreKey(owner, b).pk && scoreKey(owner, a).sk === scoreKey(owner, b).sk;

/** The scores of a partner's contacts. */
export const contactScores = (({ table, partnerId }) => ({
  /** How a contact found it the last time; `undefined` where they have not said. One call. */
  latest: async (
    accountNumber: number,
    contactId: number,
  ): Promise<{ readonly score: number; readonly source: string } | undefined> => {
    const pages = table.query({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: { ':pk': contactKey({ partnerId, accountNumber }, contactId).pk, ':prefix': PREFIX },
      ScanIndexForward: false,
      Limit: 1,
    });
    for await (const [item] of pages) {
      if (item) return { score: Number(item.score), source: String(item.source) };
    }
    return undefined;
  },
})) satisfies Opened<unknown>;
