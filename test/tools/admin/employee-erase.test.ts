/** `employee erase`: nothing of an employee is left in the table, and what is restored or imported is held to it. */
import { describe, expect, inject, it } from 'vitest';
import { handler as checkIn } from '../../../functions/contacts/check-in.ts';
import { handler as saveEmployee } from '../../../functions/employees/save-employee.ts';
import { handler as createSurvey } from '../../../functions/surveys/create-survey.ts';
import { handler as createTicket } from '../../../functions/tickets/create-ticket.ts';
import type { Call } from '../../../lib/dynamodb/client/call.ts';
import { functionClient } from '../../../lib/dynamodb/client/client.ts';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { serviceTable, useTable } from '../../../lib/dynamodb/client/environment.ts';
import { tableOf } from '../../../lib/dynamodb/table/table.ts';
import { eraseEmployee } from '../../../tools/admin/employee-erase.ts';
import { lineFor } from '../../../tools/data/export.ts';
import { call } from '../../support/call.ts';
import { itemsOf } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { io, table, target, typesWith, useErasing } from './erasing.ts';

useErasing();

let made = 0;
const someEmployee = async () => {
  const word = `ze${++made}x`;
  const email = `${word}@mail.example`;
  const request = {
    path: { businessId: '101' },
    body: { emailId: email, firstName: `${word}first`, lastName: `${word}last` },
    headers: { 'Idempotency-Key': `${word}-save` },
  };
  expect((await call(saveEmployee, request)).status).toBe(200);
  return { word, email, request };
};

describe('employee erase', () => {
  it('leaves nothing of the employee, in kept responses either', async () => {
    const { word, email, request } = await someEmployee();
    expect(typesWith(await itemsOf(table), word)).toEqual(['employee', 'idempotency']);
    await eraseEmployee(target, io, { account: 100, email: email.toUpperCase() });
    expect(typesWith(await itemsOf(table), word)).toEqual([]);
    expect(io.text()).toMatch(/Removed: employees 1, kept responses 1\./);
    const repeated = await call(saveEmployee, request);
    expect([repeated.status, repeated.body.code]).toEqual([404, 404]);
    const count = (await itemsOf(table)).find(
      ({ type, accountNumber }) => type === 'employeeCount' && accountNumber === 100,
    );
    expect(count?.amount).toBe(0);
    await eraseEmployee(target, io, { account: 100, email });
    expect(io.text()).toMatch(/Nothing is left to remove/);
  });

  it('takes them out of surveys and check-ins, which name them by email alone', async () => {
    const { email } = await someEmployee();
    const visitor = { name: 'Ada', emailId: 'guest@mail.example' };
    const employees = [{ emailId: email }, { emailId: 'other@mail.example' }];
    expect((await call(checkIn, { query: { bid: '101' }, body: { ...visitor, employees } })).status).toBe(200);
    const survey = {
      surveyName: 'How was it?',
      ownerEmailId: email.toUpperCase(),
      pages: [{ questions: [{ title: 'How?', type: 'nps' }] }],
    };
    const { status, body } = await call(createSurvey, { path: { businessId: '100' }, body: survey });
    expect(status, JSON.stringify(body)).toBe(200);
    await eraseEmployee(target, io, { account: 100, email });
    expect(io.text()).toMatch(/Removed: activities 1, employees 1, kept responses 1, surveys 1\./);
    const items = await itemsOf(table);
    expect(JSON.stringify(items).toLowerCase()).not.toContain(email);
    const left = items.filter(({ type }) => type === 'contactActivity').map(({ details }) => details);
    expect(left).toContainEqual(expect.objectContaining({ employees: [{ emailId: 'other@mail.example' }] }));
  });

  it('finds what a request writes that was under way', async () => {
    const { email } = await someEmployee();
    const [reached, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const body = {
      assignedTo: email,
      ticketType: 'untagged',
      description: 'Late',
      customer: { firstName: 'Eve', emailId: 'eve@mail.example' },
    };
    const pause = clock.pause;
    const own = serviceTable();
    const client = functionClient(inject('endpoint'));
    try {
      const held: Call = async (operation, input, options) => {
        if (operation === 'TransactWriteItems') {
          reached.resolve();
          await waiting.promise;
        }
        return client(operation, input, options);
      };
      useTable(tableOf(table.name, held));
      const writing = call(createTicket, { path: { businessId: '101' }, body });
      expect((await Promise.race([reached.promise, writing]))?.body).toBeUndefined();
      clock.pause = async () => {
        waiting.resolve();
        expect((await writing).status).toBe(200);
      };
      await eraseEmployee(target, io, { account: 100, email });
    } finally {
      clock.pause = pause;
      useTable(own);
    }
    const items = await itemsOf(table);
    expect(items.some(({ type, businessNumber }) => type === 'ticket' && businessNumber === 101)).toBe(true);
    expect(JSON.stringify(items)).not.toContain(email);
  });

  it('is repeated on a restored table, and refuses an old file', async () => {
    const { word, email } = await someEmployee();
    const items = await itemsOf(table);
    io.time = Date.now() + 1000;
    const lines = items.flatMap((item) => (item.type === 'employee' ? (lineFor(item) ?? []) : []));
    await eraseEmployee(target, io, { account: 100, email });
    expect((await load(table, lines)).map(({ reason }) => reason)).toEqual(['the employee was erased for good']);
    for (const Item of items.filter(({ type }) => type === 'employee')) await table.put({ Item });
    await eraseEmployee(target, io, { again: true });
    expect(io.text()).toMatch(/erased employees/);
    expect(typesWith(await itemsOf(table), word)).toEqual([]);
  });

  it('holds who was saved again, and erased again, to the later erasure', async () => {
    const { word, email } = await someEmployee();
    io.time = Date.now();
    await eraseEmployee(target, io, { account: 100, email });
    const saved = { path: { businessId: '101' }, body: { emailId: email, firstName: word } };
    clock.now = () => Date.now() + 2000;
    try {
      expect((await call(saveEmployee, saved)).status).toBe(200);
    } finally {
      clock.now = Date.now;
    }
    const before = (await itemsOf(table)).filter((item) => item.type === 'employee' && item.emailId === email);
    // What was saved since the last erasure stays.
    await eraseEmployee(target, io, { again: true });
    expect(typesWith(await itemsOf(table), word)).toEqual(['employee']);
    io.time += 4000;
    await eraseEmployee(target, io, { account: 100, email });
    for (const Item of before) await table.put({ Item });
    await eraseEmployee(target, io, { again: true });
    expect(typesWith(await itemsOf(table), word)).toEqual([]);
  });

  it('asks for an account and an email', async () => {
    await expect(eraseEmployee(target, io, { account: 100 })).rejects.toThrow('Pass --account and --email');
    await expect(eraseEmployee(target, io, { account: 101, email: 'a@b' })).rejects.toThrow(
      'Account 101 does not exist',
    );
  });
});
