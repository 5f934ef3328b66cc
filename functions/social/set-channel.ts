/** PUT /v1/social/{businessId}/channels/{socialSite}: says whether a location is connected to a site. */

import { SITES } from '../../lib/connectors/repository/channels.ts';
import { valueIn } from '../../lib/contract/any-case.ts';
import { ApiError } from '../../lib/http/api-error.ts';
import { endpointWithRules } from '../../lib/http/endpoint.ts';
import { setChannelOf } from '../../lib/social/channels.ts';
import { setChannel } from '../../lib/social/contracts/set-channel.ts';
import { validatedChannel } from '../../lib/social/rules/channel-body.ts';

export const handler = endpointWithRules(
  setChannel,
  { prepare: validatedChannel },
  async ({ store, path, prepared, validateOnly }) => {
    const site = valueIn(SITES, path.socialSite)!;
    const outcome = await setChannelOf(store, path.businessId, { ...prepared, site, validateOnly });
    if ('refused' in outcome) throw new ApiError(outcome.refused);
    return outcome.reply;
  },
);
