/** POST /v1/subscriptions/{subscriptionId}/replay: sends deliveries again. */
import * as errors from '../../lib/contract/error-rows.ts';
import { sources } from '../../lib/dynamodb/sources.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { replay } from '../../lib/subscriptions/contracts/replay.ts';
import { replayOf } from '../../lib/subscriptions/replay.ts';
import { judgedReplay } from '../../lib/subscriptions/rules/replay.ts';

export const handler = endpointWithRules(
  replay,
  { prepare: (normalized) => judgedReplay(normalized, sources.now()) },
  async ({ store, path, prepared: choice, validateOnly }) => {
    const replayed = await replayOf(store, path.subscriptionId, { choice, validateOnly });
    if (!replayed) throw new ApiError(errors.subscriptionNotFound);
    return replayed;
  },
);
