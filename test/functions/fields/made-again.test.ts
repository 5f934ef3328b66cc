/** A field is deleted and made again before its values have left: a row that it has left becomes the new field's, however it is sent. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as getBusiness } from '../../../functions/business/get-business.ts';
import { handler as updateBusiness } from '../../../functions/business/update-business.ts';
import { businesses } from '../../../lib/business/repository/business.ts';
import { call } from '../../support/call.ts';
import { bare, refusal } from '../../support/expected.ts';
import { openWorld, through } from '../../support/opened-world.ts';
import {
  deleting,
  getting,
  inWorld,
  newAccount,
  newField,
  putRows,
  rowsAt,
  setting,
  sweep,
  theStore,
  valuesAt,
} from './support.ts';

beforeAll(async () => inWorld(await openWorld()));

/** A location with a value of a field that was deleted, and made again of some type: its row has the id of then. */
const madeAgain = async (more: object = {}) => {
  const account = await newAccount();
  const location = account + 1;
  await putRows(location, []);
  const old = await newField(account, 'S');
  await setting(account, { businessNumber: location, fieldId: old, fieldValue: 'old' });
  expect((await deleting(account, old)).status).toBe(200);
  const id = await newField(account, 's', more);
  const sent = [{ fieldName: 'S', id: old, type: 'TEXT', fieldValue: 'old' }];
  expect(await rowsAt(location)).toEqual(sent);
  return { account, location, old, id, sent };
};
type Made = Awaited<ReturnType<typeof madeAgain>>;

/** The new field has the value, before and after the old one's have left. */
const stays = async ({ account, location, old, id }: Made, fieldValue = 'old') => {
  for (const round of ['before', 'after']) {
    expect(await rowsAt(location), round).toEqual([{ fieldName: 's', id, type: 'TEXT', fieldValue }]);
    expect([...(await valuesAt(account, id))], round).toEqual([[location, fieldValue]]);
    expect(await valuesAt(account, old), round).toEqual(new Map());
    const shown = await getting(account, id, { query: { locationBizNumber: String(location) } });
    expect(shown.body.fieldValue, round).toBe(fieldValue);
    expect(await sweep(account, old), round).toBe('done');
  }
};

/** What get business answers, sent back for the version that it answers. */
const putBack = async ({ location }: Made, query: Record<string, string> = {}) => {
  const path = { businessId: String(location) };
  const { body, headers } = await call(getBusiness, { path });
  return call(updateBusiness, { path, body, query, headers: { 'If-Match': String(headers.ETag) } });
};
const versionAt = async (location: number) => (await businesses(theStore()).find(location))!.version;

describe('a row of a field that was made again', () => {
  it('is written where it is sent as it is stored, alone and under a key', async () => {
    for (const headers of [{}, { 'Idempotency-Key': 'once' }]) {
      const made = await madeAgain();
      for (const _ of ['first', 'again'])
        expect((await putRows(made.location, made.sent, { headers })).status).toBe(200);
      await stays(made);
    }
  });

  it('is written where get business is sent back, and changes nothing from then on', async () => {
    const made = await madeAgain();
    const version = await versionAt(made.location);
    expect((await putBack(made, { validateOnly: 'true' })).status).toBe(200);
    expect(await versionAt(made.location)).toBe(version);
    for (const _ of ['first', 'again']) expect((await putBack(made)).status).toBe(200);
    expect(await versionAt(made.location)).toBe(version + 1);
    await stays(made);
  });

  it('is written where it leaves between the read and the write', async () => {
    const made = await madeAgain();
    let swept = false;
    const answer = await through(
      (next) => async (operation, input, options) => {
        if (operation === 'TransactWriteItems' && !swept) {
          swept = true;
          await sweep(made.account, made.old);
        }
        return next(operation, input, options);
      },
      () => putRows(made.location, made.sent),
    );
    expect([answer.status, swept]).toEqual([200, true]);
    await stays(made);
  });

  it('gives way to the value that is set', async () => {
    for (const fieldValue of ['old', 'new']) {
      const made = await madeAgain();
      const { account, location, id } = made;
      expect((await setting(account, { businessNumber: location, fieldId: id, fieldValue })).status).toBe(200);
      await stays(made, fieldValue);
    }
  });

  it('is checked by the new type', async () => {
    const made = await madeAgain({ type: 'NUMBER' });
    const refused = refusal(400, 'customFields[0].fieldValue must be a decimal number');
    expect(bare(await putRows(made.location, made.sent))).toEqual(refused);
    expect(bare(await putBack(made))).toEqual(refused);
  });

  it('leaves with the old field where it is not sent', async () => {
    const made = await madeAgain();
    expect((await putRows(made.location, undefined)).status).toBe(200);
    await sweep(made.account, made.old);
    expect(await rowsAt(made.location)).toEqual([]);
  });
});
