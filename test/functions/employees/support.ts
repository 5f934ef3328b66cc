/** Requests of the operations of employees, on accounts of a test's own. */
import { handler as listEmployees } from '../../../functions/employees/list-employees.ts';
import { handler as saveEmployee } from '../../../functions/employees/save-employee.ts';
import { type Answer, type Call, call } from '../../support/call.ts';
import { bring } from '../../support/opened-world.ts';

let last = 620_000;

/** A new account of ours with so many locations; its number, theirs follow on it. */
export const newAccount = async (locations = 2): Promise<number> => {
  last += 100;
  const accountNumber = last;
  const children = Array.from({ length: locations }, (_, index) => ({
    type: 'business',
    businessNumber: accountNumber + index + 1,
    accountNumber,
    business: { name: `Place ${index + 1}` },
  }));
  await bring([{ type: 'account', accountNumber, partnerId: 'ours', name: 'Staffed' }, ...children]);
  return accountNumber;
};

export const save = (businessId: number | string, body: unknown, more: Call = {}): Promise<Answer> =>
  call(saveEmployee, { path: { businessId: String(businessId) }, body, ...more });

export const list = (businessId: number | string, query: Record<string, string> = {}): Promise<Answer> =>
  call(listEmployees, { path: { businessId: String(businessId) }, query });

export const emails = async (businessId: number, query: Record<string, string> = {}): Promise<readonly string[]> =>
  (await list(businessId, query)).body.map(({ emailId }: { emailId: string }) => emailId);
