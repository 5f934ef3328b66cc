/** The response of list changes. Pure. */
import { cursorOf, type Feed } from './rules/cursor.ts';
import type { Page } from './rules/page.ts';

export const changesReply = (feed: Feed, { changes, place, hasMore }: Page) => ({
  changes: changes.map(({ id, type, at, accountNumber, data }) => ({
    id,
    type,
    timestamp: new Date(at).toISOString(),
    businessNumber: accountNumber,
    data,
  })),
  cursor: cursorOf(feed, place),
  hasMore,
});
