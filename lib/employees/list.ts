/** The active employees of an account, or of a location of it. */
import { places } from '../contacts/repository/place.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { type Employee, isOfLocation } from './repository/employee.ts';
import { employees } from './repository/employees.ts';
import { inOrder } from './rules/order.ts';

/** In the order of lists; `undefined` if the number is no business's. It may be a second old. */
export const listedEmployees = async (
  store: PartnerStore,
  businessId: number,
): Promise<readonly Employee[] | undefined> => {
  const place = await places(store).find(businessId);
  if (!place) return undefined;
  const { accountNumber, businessNumber } = place;
  const all = await employees(store).all(accountNumber);
  const isShown = (employee: Employee) =>
    employee.active && (businessNumber === undefined || isOfLocation(employee, businessNumber));
  return inOrder(all.filter(isShown));
};
