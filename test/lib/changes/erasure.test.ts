/** What erasing a person takes from the changes feed. */
import { expect, it } from 'vitest';
import { changeEntity, changeItem } from '../../../lib/changes/repository/change.ts';

const { personal } = changeEntity;
if (!personal || typeof personal.erased !== 'object') throw new Error('the feed names people');
const { contact, user } = personal.erased;

const entry = (type: string, data: Readonly<Record<string, unknown>>) =>
  changeItem({
    ...{ partnerId: 'ours', feed: 100, noted: 0, kept: 1000 },
    change: { id: 'evt_1', type, at: 0, accountNumber: 100, data },
  });

it.each([
  ['CONTACT_UPDATED', 7, 100, true],
  ['TICKET_CREATED', 7, 100, true],
  ['CONTACT_UPDATED', 8, 100, false],
  ['CONTACT_UPDATED', 7, 101, false],
  ['CONTACT_DELETED', 7, 100, false],
])('%s about contact %i, erased in account %i: %j', (type, customerId, accountNumber, isErased) => {
  const erasing = contact!(entry(type, { customerId }), { partnerId: 'ours', accountNumber, contactId: 7 });
  expect(erasing !== undefined).toBe(isErased);
});

it.each([
  ['USER_INVITED', { userId: 7 }, true],
  ['USER_UPDATED', { userId: 7, change: 'updated' }, true],
  ['USER_UPDATED', { userId: 7, change: 'removed' }, false],
  ['USER_UPDATED', { userId: 8, change: 'updated' }, false],
])('%s %j: %j', (type, data, isErased) => {
  expect(user!(entry(type, data), { partnerId: 'ours', userId: 7 }) !== undefined).toBe(isErased);
});
