/** The line of how the listing of a location stands on a site. */
import { listingSites } from '../../../lib/catalog/review-sources.ts';
import { absoluteUrl, maxText, text } from '../../../lib/contract/atoms.ts';
import {
  SITE_STATUS_FIELDS,
  type SiteStatus,
  siteStatusFrom,
  siteStatusItem,
  sitesPartition,
} from '../../../lib/listing/repository/site-status.ts';
import { siteStatusEntity } from '../../../lib/listing/repository/site-status-entity.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, lineOf, positive, refused } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

export const siteStatusLine: LineKind = {
  entity: siteStatusEntity,
  pass: 3,
  schema: lineOf(
    { businessNumber: positive, siteAlias: text },
    { url: absoluteUrl, syncedAt: pointInTime, errors: { type: 'array', items: maxText(200), maxItems: 10 } },
  ),
  read(fields) {
    const sent = inUtc(fields as unknown as Omit<SiteStatus, 'accountNumber'>, ['syncedAt']);
    if ('refused' in sent) return sent;
    const { businessNumber } = sent;
    const wanted = sent.siteAlias.trim().toLowerCase();
    const siteAlias = listingSites.find(({ alias }) => alias === wanted)?.alias;
    if (siteAlias === undefined) return refused(`${sent.siteAlias} is no site with listings`);
    return {
      about: `status of business ${businessNumber} on ${siteAlias}`,
      async write(context) {
        const owner = await context.owners.ofBusiness(businessNumber);
        if (!owner) return refused(`business ${businessNumber} does not exist`);
        const { partnerId, accountNumber } = owner;
        return upsert(context, { fresh: siteStatusItem(partnerId, { ...sent, siteAlias, accountNumber }) });
      },
    };
  },
  lineOf(item) {
    const status = siteStatusFrom(item);
    return {
      type: 'siteStatus',
      ...Object.fromEntries(
        SITE_STATUS_FIELDS.flatMap((name) => (status[name] === undefined ? [] : [[name, status[name]]])),
      ),
    };
  },
  ofAccount: sitesPartition,
};
