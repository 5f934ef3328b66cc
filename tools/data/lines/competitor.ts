/** The line of a competitor location of an account. */
import { countryCode } from '../../../lib/catalog/country-code.ts';
import { LONGEST } from '../../../lib/competitors/contracts/shared-schemas.ts';
import {
  type Competitor,
  competitorFrom,
  competitorItem,
  competitorsPartition,
  MOST_OWN_LOCATIONS,
} from '../../../lib/competitors/repository/competitor.ts';
import { competitorEntity } from '../../../lib/competitors/repository/competitor-entities.ts';
import { LONGEST_PHONE, maxLine, text } from '../../../lib/contract/atoms.ts';
import { writeCompetitor } from './competitor-write.ts';
import { type LineKind, lineOf, positive, refused } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

const { alias, ...address } = LONGEST;

export const competitorLine: LineKind = {
  entity: competitorEntity,
  pass: 2,
  schema: lineOf(
    { compAccountId: positive, accountNumber: positive, name: text },
    {
      competitorId: positive,
      alias,
      phone: maxLine(LONGEST_PHONE),
      location: { type: 'object', properties: { ...address, zip: maxLine(10), countryCode } },
      businessNumbers: { type: 'array', items: positive, maxItems: MOST_OWN_LOCATIONS },
      createdAt: pointInTime,
    },
  ),
  read(fields) {
    const competitor = inUtc(fields as unknown as Competitor, ['createdAt']);
    if ('refused' in competitor) return competitor;
    const { compAccountId, accountNumber } = competitor;
    const businessNumbers = [...new Set(competitor.businessNumbers)];
    return {
      about: `competitor ${compAccountId} of account ${accountNumber}`,
      // Locations are lines of the same pass.
      waits: businessNumbers.length > 0,
      async write(context) {
        const partnerId = await context.owners.ofAccount(accountNumber);
        if (partnerId === undefined) return refused(`account ${accountNumber} does not exist`);
        for (const number of businessNumbers) {
          if ((await context.owners.ofBusiness(number))?.accountNumber !== accountNumber)
            return refused(`business ${number} does not belong to account ${accountNumber}`);
        }
        context.owners.noteCompetitor(partnerId, compAccountId);
        return writeCompetitor(context, competitorItem(partnerId, { ...competitor, businessNumbers }));
      },
    };
  },
  lineOf(item) {
    const { item: _, businessNumbers = [], ...competitor } = competitorFrom(item);
    return { type: 'competitor', ...competitor, ...(businessNumbers.length > 0 && { businessNumbers }) };
  },
  ofAccount: competitorsPartition,
};
