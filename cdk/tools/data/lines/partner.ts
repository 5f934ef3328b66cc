/** A partner: who owns accounts and keys. */
import { text } from '../../../../lib/contract/atoms.ts';
import { type Partner, partnerEntity, partnerItem } from '../../../../lib/partners/repository/partner.ts';
import { bring } from '../bring.ts';
import { type LineKind, lineOf, partnerIdText } from './line.ts';

export const partnerLine: LineKind = {
  entity: partnerEntity,
  pass: 0,
  schema: lineOf({ partnerId: partnerIdText, name: text }),
  read(fields) {
    const partner = fields as unknown as Partner;
    return {
      about: `partner ${partner.partnerId}`,
      write: (context) => bring(context, { fresh: partnerItem(partner) }),
    };
  },
  lineOf: ({ partnerId, name }) => ({ type: 'partner', partnerId, name }),
};
