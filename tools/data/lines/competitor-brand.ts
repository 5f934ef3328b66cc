/** The line of a competitor brand of an account. */
import {
  type Brand,
  brandFrom,
  brandItem,
  competitorsPartition,
} from '../../../lib/competitors/repository/competitor.ts';
import { competitorBrandEntity } from '../../../lib/competitors/repository/competitor-entities.ts';
import { text } from '../../../lib/contract/atoms.ts';
import { writeCompetitor } from './competitor-write.ts';
import { type LineKind, lineOf, positive, refused } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

export const competitorBrandLine: LineKind = {
  entity: competitorBrandEntity,
  // Before its locations; an account is a line of the same pass.
  pass: 1,
  schema: lineOf({ competitorId: positive, accountNumber: positive, name: text }, { createdAt: pointInTime }),
  read(fields) {
    const brand = inUtc(fields as unknown as Brand, ['createdAt']);
    if ('refused' in brand) return brand;
    const { competitorId, accountNumber } = brand;
    return {
      about: `competitor ${competitorId} of account ${accountNumber}`,
      waits: true,
      async write(context) {
        const partnerId = await context.owners.ofAccount(accountNumber);
        if (partnerId === undefined) return refused(`account ${accountNumber} does not exist`);
        return writeCompetitor(context, brandItem(partnerId, brand));
      },
    };
  },
  lineOf(item) {
    const { item: _, locations: __, ...brand } = brandFrom(item);
    return { type: 'competitorBrand', ...brand };
  },
  ofAccount: competitorsPartition,
};
