/** A partner: who owns accounts and keys. */
import { text } from '../../../../lib/contract/atoms.ts';
import { partnerErasureKey } from '../../../../lib/partners/repository/erasure.ts';
import { type Partner, partnerEntity, partnerFrom, partnerItem } from '../../../../lib/partners/repository/partner.ts';
import { bring } from '../bring.ts';
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
        // The id stays that of the one who was erased: the list of erasures would take another one along.
        if (await context.table.get(partnerErasureKey(partner.partnerId)))
          return refused(`the partner ${partner.partnerId} was erased for good`);
        return bring(context, {
          fresh: partnerItem(partner),
          // No load lifts a suspension.
          over: (found) => partnerItem({ ...partnerFrom(found), ...partner }),
        });
      },
    };
  },
  lineOf: ({ partnerId, name }) => ({ type: 'partner', partnerId, name }),
};
