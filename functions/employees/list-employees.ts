/** GET /v1/employee/{businessId}: the active employees of an account or of a location. */
import * as errors from '../../lib/contract/error-rows.ts';
import { listEmployees } from '../../lib/employees/contracts/list-employees.ts';
import { listedEmployees } from '../../lib/employees/list.ts';
import { listedEmployee } from '../../lib/employees/reply.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

export const handler = endpoint(listEmployees, async ({ store, path, query }) => {
  const found = await listedEmployees(store, path.businessId);
  if (!found) throw new ApiError(errors.businessInvalid);
  const { startIndex = 0, pageSize = Number.POSITIVE_INFINITY } = query;
  return found.slice(startIndex, startIndex + pageSize).map(listedEmployee);
});
