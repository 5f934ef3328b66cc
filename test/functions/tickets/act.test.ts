/** Comments and updates: who may act, in which order they are refused, whole or not at all, and what is noted. */
import { beforeAll, describe, expect, it } from 'vitest';
import { ticketEvents } from '../../../lib/tickets/events.ts';
import { answerOf } from '../../support/call.ts';
import { refused, under } from '../../support/expected.ts';
import { openWorld, scan } from '../../support/opened-world.ts';
import {
  asked,
  comment,
  create,
  created,
  get,
  invalid,
  itemsOf,
  newAccount,
  ofReview,
  people,
  update,
} from './support.ts';

beforeAll(() => openWorld());

const DONE = { status: 200, body: {} };
const rows = (n: number, ...ticketUpdateMessages: readonly object[]) => ({
  ticketUpdateMessages,
  userEmail: people(n).owner,
});
const said = (n: number, ticketId: number, more: object = {}) => ({
  ticketId,
  comment: 'Called back.',
  userEmail: people(n).owner,
  ...more,
});
const ticketItem = async (ticketId: number) =>
  (await scan()).find((item) => item.type === 'ticket' && item.ticketId === ticketId);
const activitiesOf = async (n: number, ticketId: number) =>
  (await get(n, ticketId)).body.activities.map(({ at: _, ...rest }: { at: string }) => rest);

describe('A comment', () => {
  it('opens a new ticket without an activity of its own, and leaves a closed one closed', async () => {
    const n = await newAccount();
    const id = await created(n + 1, asked(n));
    const before = await ticketItem(id);
    const more = { userEmail: people(n).editor.toUpperCase() };
    expect(await answerOf(comment(n, said(n, id, more)))).toEqual({ status: 200, body: { ticketId: id } });
    const after = await ticketItem(id);
    expect(ticketEvents({ oldImage: before, newImage: after })[0]).toMatchObject({
      type: 'TICKET_UPDATED',
      businessIds: [n + 1],
      data: { ticketId: id, businessId: n + 1, accountNumber: n, customerId: n + 50, changed: ['status', 'comment'] },
    });
    await update(n, rows(n, { ticketId: id, ticketStatus: 'Closed' }));
    await comment(n + 1, said(n, id, { comment: ' Two\nlines ' }));
    const { body } = await get(n, id);
    expect([body.status, body.activityCount]).toEqual(['closed', 4]);
    const of = { from: null, to: null };
    expect(await activitiesOf(n, id)).toEqual([
      { type: 'created', by: null, comment: null, ...of },
      { type: 'comment', by: people(n).editor, comment: 'Called back.', ...of },
      { type: 'status', by: people(n).owner, comment: null, from: 'open', to: 'closed' },
      { type: 'comment', by: people(n).owner, comment: 'Two\nlines', ...of },
    ]);
    expect(Date.parse(`${body.updateDate.replace(' ', 'T')}Z`)).toBeGreaterThanOrEqual(
      Date.parse(`${body.created.replace(' ', 'T')}Z`),
    );
  });

  it('is refused for fields, the business, the user, the ticket, then access', async () => {
    const n = await newAccount();
    const { viewer, editor, employee } = people(n);
    const second = await created(n + 2, asked(n));
    const unknown = { userEmail: employee };
    for (const [at, body, answer] of [
      ['x', said(n, second, { comment: '' }), invalid('comment must not be blank')],
      ['x', said(n, second, { comment: 'x'.repeat(4097) }), invalid('comment must have at most 4096 characters')],
      ['x', said(n, second, { userEmail: ' ' }), invalid('userEmail must not be blank')],
      ['x', said(n, 7, unknown), refused(404, 1175)],
      [n, said(n, 7, unknown), refused(404, 1189)],
      [n, said(n, 7, { userEmail: viewer }), refused(404, 404, 'Resource not found: 7')],
      [n + 1, said(n, second), refused(404, 404, `Resource not found: ${second}`)],
      [n, said(n, second, { userEmail: viewer }), refused(403, 1033)],
      [n, said(n, second, { userEmail: editor }), refused(403, 1033)],
    ] as const)
      expect([body, await answerOf(comment(at, body))]).toEqual([body, answer]);
    expect((await get(n, second)).body.activityCount).toBe(1);
  });

  it('changes nothing in a dry run, and once under a key', async () => {
    const n = await newAccount();
    const id = await created(n + 1, asked(n));
    expect((await comment(n, said(n, id), { query: { validateOnly: 'true' } })).status).toBe(200);
    expect((await get(n, id)).body).toMatchObject({ status: 'new', activityCount: 1 });
    for (let again = 0; again < 2; again++) await comment(n, said(n, id), under(`comment-${n}`));
    expect((await get(n, id)).body.activityCount).toBe(2);
  });
});

describe('An update', () => {
  it('assigns, then sets the status, and opens a new ticket that is assigned', async () => {
    const n = await newAccount();
    const { owner, employee, viewer } = people(n);
    const [one, two] = [await created(n + 1, asked(n)), await created(n + 1, asked(n))];
    const both = rows(
      n,
      { ticketId: one, assignedTo: employee },
      { ticketId: two, assignedTo: viewer, ticketStatus: 'PENDING' },
    );
    expect(await answerOf(update(n + 1, both))).toEqual(DONE);
    expect((await get(n, one)).body).toMatchObject({
      status: 'open',
      assignedTo: { emailId: employee },
      activityCount: 2,
    });
    expect((await activitiesOf(n, one)).slice(1)).toEqual([
      { type: 'assigned', by: owner, comment: null, from: owner, to: employee },
    ]);
    expect((await activitiesOf(n, two)).slice(1)).toEqual([
      { type: 'assigned', by: owner, comment: null, from: owner, to: viewer },
      { type: 'status', by: owner, comment: null, from: 'new', to: 'pending' },
    ]);
  });

  it('changes nothing where all is done already, and assigns no one whom the ticket has', async () => {
    const n = await newAccount();
    const { owner } = people(n);
    const id = await created(n + 1, asked(n));
    const before = await itemsOf(n);
    expect(await answerOf(update(n, rows(n, { ticketId: id, assignedTo: owner.toUpperCase() })))).toEqual(DONE);
    expect(await answerOf(update(n, rows(n, { ticketId: id, assignedTo: owner }), under(`same-${n}`)))).toEqual(DONE);
    expect(await itemsOf(n)).toEqual(before);
    await update(n, rows(n, { ticketId: id, ticketStatus: 'open' }));
    const open = await itemsOf(n);
    await update(n, rows(n, { ticketId: id, ticketStatus: 'open', assignedTo: owner }));
    expect(await itemsOf(n)).toEqual(open);
  });

  it('is whole or not at all', async () => {
    const n = await newAccount();
    const { left, editor } = people(n);
    const [one, two] = [await created(n + 1, asked(n)), await created(n + 2, asked(n))];
    const before = await itemsOf(n);
    const close = { ticketId: one, ticketStatus: 'closed' };
    for (const [body, answer] of [
      [rows(n), refused(400, 400)],
      [rows(n, ...Array.from({ length: 26 }, (_, at) => ({ ...close, ticketId: at + 1 }))), refused(400, 400)],
      [rows(n, close, close), invalid('ticketUpdateMessages[1].ticketId must not be the ticket of another row')],
      [rows(n, close, { ticketId: two }), invalid('ticketUpdateMessages[1] must have assignedTo or ticketStatus')],
      [rows(n, { ...close, assignedTo: '' }), invalid('ticketUpdateMessages[0].assignedTo must not be blank')],
      [rows(n, { ...close, ticketStatus: null }), refused(400, 400)],
      [rows(n, { ...close, ticketStatus: 'new' }), refused(400, 400)],
      [{ ...rows(n, { ticketId: 7, assignedTo: left }), userEmail: left }, refused(404, 1189)],
      [rows(n, close, { ticketId: 7, assignedTo: left }), refused(404, 404, 'Resource not found: 7')],
      [{ ...rows(n, close, { ticketId: two, assignedTo: left }), userEmail: editor }, refused(403, 1033)],
      [rows(n, close, { ticketId: two, assignedTo: left }), refused(404, 1189)],
    ] as const)
      expect([body, await answerOf(update(n, body))]).toEqual([body, answer]);
    expect((await update(n, rows(n, close), { query: { validateOnly: 'true' } })).status).toBe(200);
    expect(await itemsOf(n)).toEqual(before);
  });

  it('takes 25 tickets of reviews at once, under a key too', async () => {
    const n = await newAccount();
    const ids = await Promise.all(Array.from({ length: 24 }, () => created(n + 1, asked(n))));
    ids.push((await create(n + 1, ofReview(n))).body.ticketId);
    const all = (ticketStatus: string) =>
      rows(n, ...ids.map((ticketId) => ({ ticketId, ticketStatus, assignedTo: people(n).viewer })));
    expect(await answerOf(update(n, all('closed'), under(`all-${n}`)))).toEqual(DONE);
    expect(await answerOf(update(n, all('open')))).toEqual(DONE);
    expect((await itemsOf(n)).filter(({ ticketStatus }) => ticketStatus === 'open')).toHaveLength(25);
  });
});
