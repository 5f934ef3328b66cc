/** Finds which partner an item belongs to, whatever its type. */
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { entities } from '../../lib/entities.ts';

/**
 * The key of an item starts with its partner. Items of other partitions, such as keys, numbers and due retries, name it
 * in `partnerId`: a new type of item there must do so too.
 */
const IN_KEY = /^(?:SECRET#)?P#([^#]+)(?:#|$)/;

/** The partner of an item; `undefined` if it belongs to none. */
export const partnerOf = ({ pk, partnerId }: Item): string | undefined =>
  IN_KEY.exec(String(pk))?.[1] ?? (partnerId === undefined ? undefined : String(partnerId));

/** Types that a partner creates, that have no line, and that contain no secret. */
const HANDED_OVER = new Set(
  entities.flatMap(({ type, exported }) => (typeof exported === 'object' && 'handedOver' in exported ? [type] : [])),
);

/** Whether an item is handed over as it is stored: it has no line in data files. */
export const isHandedOver = ({ type }: Item): boolean => HANDED_OVER.has(String(type));
