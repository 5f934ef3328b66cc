/** GET /v1/business/{businessId}/timezones: the names by which a time zone may be set. */
import { getTimezones } from '../../lib/business/contracts/get-timezones.ts';
import { directory } from '../../lib/business/repository/directory.ts';
import { type ZoneChoice, zoneChoices } from '../../lib/business/rules/zone-list.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

/** Offsets change on the half hour at the most: the list is made once for each. */
const HALF_HOUR = 1_800_000;
let made: { readonly time: number; readonly choices: readonly ZoneChoice[] } | undefined;

export const handler = endpoint(getTimezones, async ({ store, path }) => {
  if (!(await directory(store).find(path.businessId))) throw new ApiError(errors.businessInvalid);
  const now = clock.now();
  const time = now - (now % HALF_HOUR);
  if (made?.time !== time) made = { time, choices: zoneChoices(time) };
  return { timezones: made.choices };
});
