/** POST /v1/subscriptions/{subscriptionId}/secret: creates a new secret; the previous one also signs for a while. */
import * as errors from '../../lib/contract/error-rows.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { rotateSecret } from '../../lib/subscriptions/contracts/rotate-secret.ts';
import { rotateSecretOf } from '../../lib/subscriptions/rotate-secret.ts';

const USUAL_HOURS = 24;

export const handler = endpoint(rotateSecret, async ({ store, path, body, validateOnly }) => {
  const { overlapHours = USUAL_HOURS } = body;
  const secret = await rotateSecretOf(store, path.subscriptionId, { overlapHours, validateOnly });
  if (secret === undefined) throw new ApiError(errors.subscriptionNotFound);
  return { secret };
});
