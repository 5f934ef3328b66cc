/** The order of lists of employees. Pure. */
import type { Employee } from '../repository/employee.ts';

/** Text without case, in the order of code points: that of UTF-8. */
const sortedAs = (text = ''): Buffer => Buffer.from(text.toLowerCase());

/** By last name, first name and email. */
export const inOrder = (employees: readonly Employee[]): readonly Employee[] =>
  employees
    .map((employee) => {
      const { lastName, firstName, emailId } = employee;
      return { employee, by: [lastName, firstName, emailId].map(sortedAs) };
    })
    .toSorted((a, b) => a.by.reduce((so, each, index) => so || Buffer.compare(each, b.by[index]!), 0))
    .map(({ employee }) => employee);
