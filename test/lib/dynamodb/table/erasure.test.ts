/** To look for many people in an item costs no more than to read it once. */
import { afterEach, expect, test, vi } from 'vitest';
import { changeEntity } from '../../../../lib/changes/repository/change.ts';
import type { Item } from '../../../../lib/dynamodb/table/attributes.ts';
import type { Entity } from '../../../../lib/dynamodb/table/entity.ts';
import type { Personal } from '../../../../lib/dynamodb/table/erasure.ts';
import { deliveryEntity } from '../../../../lib/subscriptions/repository/delivery-entity.ts';

afterEach(() => void vi.restoreAllMocks());

const about = { customerId: 77, accountNumber: 100 };
const owned = { pk: 'P#ours', sk: 'A', partnerId: 'ours', accountNumber: 100, event: 'CONTACT_UPDATED' };

test.each<[Entity, Item]>([
  [deliveryEntity, { ...owned, body: JSON.stringify({ data: about }) }],
  [changeEntity, { ...owned, data: JSON.stringify(about) }],
])('$type', ({ personal }, item) => {
  const { contact } = (personal as Personal).erased as Exclude<Personal['erased'], string>;
  const parse = vi.spyOn(JSON, 'parse');
  const found = Array.from({ length: 100 }, (_, id) => id).filter((contactId) =>
    contact?.(item, { partnerId: 'ours', accountNumber: 100, contactId }),
  );
  expect(found).toEqual([77]);
  expect(parse).toHaveBeenCalledTimes(1);
});
