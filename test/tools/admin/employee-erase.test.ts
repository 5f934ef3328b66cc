/** `employee erase`: nothing of an employee is left in the table, and what is restored or imported is held to it. */
import { describe, expect, it } from 'vitest';
import { handler as saveEmployee } from '../../../functions/employees/save-employee.ts';
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

  it('asks for an account and an email', async () => {
    await expect(eraseEmployee(target, io, { account: 100 })).rejects.toThrow('Pass --account and --email');
    await expect(eraseEmployee(target, io, { account: 101, email: 'a@b' })).rejects.toThrow(
      'Account 101 does not exist',
    );
  });
});
