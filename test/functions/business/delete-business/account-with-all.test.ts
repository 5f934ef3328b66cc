/** An account that is deleted with all that an account may have: what its removal leaves, and that it ends. */
import { describe, expect, it } from 'vitest';
import { handler as processStream } from '../../../../functions/events/process-stream.ts';
import { deletions } from '../../../../lib/business/repository/deletion.ts';
import { clock } from '../../../../lib/dynamodb/client/clock.ts';
import type { Item } from '../../../../lib/dynamodb/table/attributes.ts';
import { keyText } from '../../../../lib/dynamodb/table/keys.ts';
import { accountFrom, accountKey } from '../../../../lib/partners/repository/account.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { itemsOfCases } from '../../../support/case-items.ts';
import { itemsOf } from '../../../support/data-files.ts';
import { demoRecords } from '../../../support/demo-items.ts';
import { bringOnce } from '../../../support/kept-records.ts';
import { putItems } from '../../../support/put-items.ts';
import { createTestTable } from '../../../support/store.ts';
import { recordsOf } from './support.ts';

const ACCOUNT = 700100;

/** What says what is gone or whose a number was, what others have, and what expires or is gone once it is due. */
const STAYS = new Set([
  ...['tombstone', 'owner', 'contactTombstone', 'userTombstone'],
  ...['account', 'delivery', 'postDue', 'request'],
]);

/** A removal that does not end in so many rounds does not end. */
const MOST_ROUNDS = 100;

const deleteAccount = async (table: OpenTable): Promise<void> => {
  const { close, account } = deletions({ table, partnerId: 'orchard' });
  const read = async () => accountFrom((await table.get(accountKey('orchard', ACCOUNT)))!);
  const closing = await close(await read());
  expect(await account(await read(), Number(closing))).toHaveProperty('saved');
};

type Context = Parameters<typeof processStream>[1];

/** Hands each tombstone that came or changed to the function on the stream, until none does. @returns the rounds */
const sweepAll = async (table: OpenTable, context: () => Context): Promise<number> => {
  const shown = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const nameOf = (item: Item) => `${keyText(item)} ${item.rounds}`;
    const changed = (await itemsOf(table)).filter((item) => item.type === 'tombstone' && !shown.has(nameOf(item)));
    if (changed.length === 0) return round;
    for (const item of changed) {
      shown.add(nameOf(item));
      expect(await processStream({ Records: recordsOf([item]) }, context())).toEqual({ batchItemFailures: [] });
    }
  }
  return MOST_ROUNDS;
};

const isBelow =
  (numbers: ReadonlySet<number>) =>
  (item: Item): boolean =>
    [item.accountNumber, item.businessNumber, item.number].some((number) => numbers.has(Number(number))) ||
    `${item.pk}#${item.sk}#${item.gsi1pk}`.split(/[^0-9]+/).some((part) => part !== '' && numbers.has(Number(part)));

const worldWithAll = async (): Promise<OpenTable> => {
  clock.pause = async () => {};
  const table = await createTestTable();
  await bringOnce(table, await demoRecords());
  await putItems(table, itemsOfCases());
  return table;
};

/** More than a function has: next to much else a removal takes many times as long, and must not end by that. */
const LONG = 250_000;

const unhurried = () => ({ getRemainingTimeInMillis: () => LONG }) as Context;

/** Each look at the time takes a tenth of a second of it. */
const hurried = () => {
  let remaining = LONG;
  return { getRemainingTimeInMillis: () => (remaining -= 100) } as Context;
};

describe('An account with everything', () => {
  it.each([
    ['at once', unhurried, 3],
    ['in many rounds', hurried, MOST_ROUNDS],
  ] as const)('leaves nothing that is its own, when removed %s', async (_, context, most) => {
    const table = await worldWithAll();
    const before = await itemsOf(table);
    const locations = before.filter(({ type, accountNumber }) => type === 'business' && accountNumber === ACCOUNT);
    const numbers = new Set([ACCOUNT, ...locations.map(({ businessNumber }) => Number(businessNumber))]);
    const own = before.filter(isBelow(numbers));
    expect(own.length).toBeGreaterThan(500);
    expect(new Set(own.map(({ type }) => type)).size).toBeGreaterThan(40);
    await deleteAccount(table);
    expect(await sweepAll(table, context)).toBeLessThan(most);
    const left = (await itemsOf(table)).filter(isBelow(numbers)).filter(({ type }) => !STAYS.has(String(type)));
    expect(left.map(keyText)).toEqual([]);
  });
});
