/** Periods of a day: both hours or none. */
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as getBusiness } from '../../../../functions/business/get-business.ts';
import { call } from '../../../support/call.ts';
import { bare, refusal } from '../../../support/expected.ts';
import { newBusiness, newRecord, openWorld, put, putOn, stored } from './support.ts';

beforeAll(openWorld);

const special = (fields: object) => ({ specialHours: [{ specialDate: '12/24/2030', ...fields }] });
const day = (period: object) => ({ hoursOfOperations: [{ day: 0, isOpen: 1, workingHours: [period] }] });

describe('a period', () => {
  it.each([
    [special({ startHour: '9:00' }), 'specialHours[0].endHour is required'],
    [special({ isOpen: 1, endHour: '17:00' }), 'specialHours[0].startHour is required'],
    [special({ isOpen: 0, startHour: '9:00', endHour: ' ' }), 'specialHours[0].endHour is required'],
    [special({ startHour: 'noon' }), 'specialHours[0].startHour must be a time of day, H:MM'],
    [day({ startHour: '9:00' }), 'hoursOfOperations[0].workingHours[0].endHour is required'],
    [day({ endHour: '17:00', startHour: '' }), 'hoursOfOperations[0].workingHours[0].startHour is required'],
  ])('with one hour only names the other: %j', async (fields, message) => {
    expect(bare(await putOn({}, fields))).toEqual(refusal(400, message));
  });

  it('may be left out of a day that is open', async () => {
    const days = { hoursOfOperations: [{ day: 0, isOpen: 1 }], ...special({ isOpen: 1 }) };
    const id = await newBusiness();
    const { status, body } = await put(id, days);
    expect(status).toBe(200);
    expect(body.hoursOfOperations).toEqual([{ day: '0', isOpen: 1, workingHours: [], comment: '' }]);
    expect(await stored(id)).toMatchObject(special({ isOpen: 1 }));
  });

  it('that was stored with one hour is answered, and stands in the way of no other field', async () => {
    const half = special({ isOpen: 1, startHour: '9:00' });
    const id = await newRecord(half);
    const { status, headers } = await put(id, { keywords: 'other' });
    expect(status).toBe(200);
    expect(await stored(id)).toMatchObject(half);
    const { body } = await call(getBusiness, { path: { businessId: id } });
    expect(body.specialHours).toEqual(half.specialHours);
    const onVersion = { headers: { 'If-Match': String(headers.ETag) } };
    expect((await put(id, { ...half, keywords: 'again' }, onVersion)).status).toBe(200);
    expect((await put(id, half)).status).toBe(400);
  });

  it('names the hour in problem details, with all else that is wrong', async () => {
    const headers = { Accept: 'application/problem+json' };
    const { body } = await put('101', { ...special({ startHour: 'noon' }), name: 'ab' }, { headers });
    const named = body.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(named).toEqual(['/name', '/specialHours/0/startHour', '/specialHours/0/endHour']);
  });
});
