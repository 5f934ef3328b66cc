/** POST /v1/subscriptions/{subscriptionId}/replay: sends deliveries again. */
import * as errors from '../../lib/contract/error-rows.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { replay } from '../../lib/subscriptions/contracts/replay.ts';
import { replayOf } from '../../lib/subscriptions/replay.ts';
import { validatedReplay } from '../../lib/subscriptions/rules/replay.ts';

export const handler = endpointWithRules(
  replay,
  { prepare: (normalized) => validatedReplay(normalized, clock.now()) },
  async ({ store, path, prepared: choice, validateOnly }) => {
    const replayed = await replayOf(store, path.subscriptionId, { choice, validateOnly });
    if (!replayed) throw new ApiError(errors.subscriptionNotFound);
    return replayed;
  },
);
