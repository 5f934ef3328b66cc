/** The line of a channel: whether a location is connected to a site. */

import { SITES, type Site } from '../../../lib/connectors/repository/channels.ts';
import { anyCase, valueIn } from '../../../lib/contract/any-case.ts';
import { maxLine, maxText, url } from '../../../lib/contract/atoms.ts';
import { childrenPartition } from '../../../lib/partners/repository/account.ts';
import { CHANNEL, type Channel, channelFrom, channelItem } from '../../../lib/social/repository/channel.ts';
import { channelEntity } from '../../../lib/social/repository/channel-entity.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, lineOf, positive, refused } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

type ChannelLine = Omit<Channel, 'partnerId' | 'accountNumber' | 'status'> & { readonly state: Channel['status'] };

export const channelLine: LineKind = {
  entity: channelEntity,
  pass: 3,
  schema: lineOf(
    { businessNumber: positive, socialSite: anyCase(SITES), state: anyCase(['connected', 'disconnected']) },
    {
      channelId: maxLine(256),
      channelName: maxLine(250),
      channelUrl: url,
      connectedAt: pointInTime,
      disconnectedAt: pointInTime,
      reason: maxText(500),
    },
  ),
  read(fields) {
    const read = inUtc(fields as unknown as ChannelLine, ['connectedAt', 'disconnectedAt']);
    if ('refused' in read) return read;
    const { state, ...line } = read;
    const status = valueIn(['connected', 'disconnected'], state) ?? 'disconnected';
    const socialSite = valueIn(SITES, line.socialSite) as Site;
    const { businessNumber } = line;
    return {
      about: `channel ${socialSite} of business ${businessNumber}`,
      async write(context) {
        const owner = await context.owners.ofBusiness(businessNumber);
        if (!owner) return refused(`business ${businessNumber} does not exist`);
        const { partnerId, accountNumber } = owner;
        return upsert(context, { fresh: channelItem({ ...line, socialSite, status, partnerId, accountNumber }) });
      },
    };
  },
  lineOf: (item) => {
    const { businessNumber, socialSite, status, channelId, channelName, channelUrl, ...more } = channelFrom(item);
    const { connectedAt, disconnectedAt, reason } = more;
    const all = { channelId, channelName, channelUrl, connectedAt, disconnectedAt, reason };
    const own = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    return { type: 'channel', businessNumber, socialSite, state: status, ...own };
  },
  ofAccount: childrenPartition,
  related: ({ pk }) => SITES.map((site) => ({ pk, sk: `${CHANNEL}${site}` })),
};
