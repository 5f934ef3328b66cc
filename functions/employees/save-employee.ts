/** POST /v1/employee/{businessId}/save: creates an employee, or changes the one with the email. */
import { changesOf } from '../../lib/contract/fields.ts';
import { saveEmployee } from '../../lib/employees/contracts/save-employee.ts';
import { savedEmployee } from '../../lib/employees/reply.ts';
import { saveEmployeeIn } from '../../lib/employees/save.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';

export const handler = endpointWithRules(
  saveEmployee,
  { prepare: (normalized) => ({ prepared: changesOf(saveEmployee.request, normalized), violations: [] }) },
  async ({ store, path, prepared: changes, validateOnly }) => {
    const saved = await saveEmployeeIn(store, { businessId: path.businessId, changes, validateOnly });
    if ('refused' in saved) throw new ApiError(saved.refused, saved);
    return savedEmployee(saved.employee);
  },
);
