/** A competitor of an account. */

import {
  type Competitor,
  competitorItem,
  competitorsPartition,
} from '../../../../lib/competitors/repository/competitor.ts';
import { competitorEntity } from '../../../../lib/competitors/repository/competitor-entities.ts';
import { text } from '../../../../lib/contract/atoms.ts';
import { bring } from '../bring.ts';
import { type LineKind, lineOf, positive, refused, refusedMove } from './line.ts';

export const competitorLine: LineKind = {
  entity: competitorEntity,
  pass: 2,
  schema: lineOf({ compAccountId: positive, accountNumber: positive, name: text }),
  read(fields) {
    const competitor = fields as unknown as Competitor;
    const { compAccountId, accountNumber } = competitor;
    const about = `competitor ${compAccountId}`;
    return {
      about,
      async write(context) {
        const partnerId = await context.owners.ofAccount(accountNumber);
        if (partnerId === undefined) return refused(`account ${accountNumber} does not exist`);
        const fresh = competitorItem(partnerId, competitor);
        return bring(context, { fresh, over: (found) => refusedMove(found, about, accountNumber) ?? fresh });
      },
    };
  },
  lineOf: ({ compAccountId, accountNumber, name }) => ({ type: 'competitor', compAccountId, accountNumber, name }),
  ofAccount: competitorsPartition,
};
