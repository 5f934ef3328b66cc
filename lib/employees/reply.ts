/** From employees as they are stored to what is answered. Pure. */
import type { Employee } from './repository/employee.ts';

export const listedEmployee = ({ firstName, lastName = '', emailId, phone = '', imageUrl = '' }: Employee) => ({
  firstName,
  lastName,
  emailId,
  phone,
  imageUrl,
});

export const savedEmployee = (employee: Employee) => ({
  ...listedEmployee(employee),
  businessNumbers: employee.locations === 'all' ? [] : employee.locations,
  active: employee.active,
});
