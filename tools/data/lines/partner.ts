/** The line of a partner, who owns accounts and keys. */
import { text } from '../../../lib/contract/atoms.ts';
import { partnerErasureKey } from '../../../lib/partners/repository/erasure.ts';
import { type Partner, partnerEntity, partnerFrom, partnerItem } from '../../../lib/partners/repository/partner.ts';
import { upsert } from '../upsert.ts';
import { type LineKind, lineOf, partnerIdText, refused } from './line.ts';

export const partnerLine: LineKind = {
  entity: partnerEntity,
  pass: 0,
  schema: lineOf({ partnerId: partnerIdText, name: text }),
  read(fields) {
    const partner = fields as unknown as Partner;
    return {
      about: `partner ${partner.partnerId}`,
      async write(context) {
        // The id stays reserved for the erased partner: repeating the list of erasures would also remove a new partner
        // of this id.
        if (await context.table.get(partnerErasureKey(partner.partnerId)))
          return refused(`the partner ${partner.partnerId} was erased for good`);
        return upsert(context, {
          fresh: partnerItem(partner),
          // A load never ends a suspension.
          over: (found) => partnerItem({ ...partnerFrom(found), ...partner }),
        });
      },
    };
  },
  lineOf: ({ partnerId, name }) => ({ type: 'partner', partnerId, name }),
};
