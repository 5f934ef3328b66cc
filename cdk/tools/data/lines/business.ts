/** A location of an account, with its profile as an update would store it. */
import { profile } from '../../../../lib/business/contracts/update-business.ts';
import {
  type Business,
  businessEntity,
  businessFrom,
  businessItem,
  locationsPartition,
} from '../../../../lib/business/repository/business.ts';
import { judgeUpdate, merged, prepareUpdate } from '../../../../lib/business/rules/profile-update.ts';
import { text, trueOrFalse } from '../../../../lib/contract/atoms.ts';
import { isObject, normalize } from '../../../../lib/contract/coercion.ts';
import { errors } from '../../../../lib/contract/errors.ts';
import { type Changes, nested } from '../../../../lib/contract/fields.ts';
import { bring } from '../bring.ts';
import { takeNumber } from './account.ts';
import { type LineKind, lineOf, positive, type Refused, refused } from './line.ts';

/** What only today's date refuses: a record was right on the day on which it was written. */
const OF_TODAY = new Set<number>(
  [errors.reopenDateInPast, errors.openedOnInFuture, errors.openingDateInPast, errors.openingDateTooFar].map(
    ({ code }) => code,
  ),
);

const EMPTY = { listingFixed: false, profile: {} } as const;

/** The profile, by path, that an update of an empty record would store. */
const profileOf = (sent: unknown): { readonly profile: Changes } | Refused => {
  const now = Date.now();
  const { changes } = prepareUpdate(normalize(profile, isObject(sent) ? sent : {}), now);
  const { violations, writes } = judgeUpdate(changes, EMPTY, now);
  const broken = violations.find(({ error }) => !OF_TODAY.has(error.code));
  return broken ? refused(broken.error.message) : { profile: merged({}, writes) };
};

export const businessLine: LineKind = {
  entity: businessEntity,
  pass: 2,
  schema: lineOf(
    { businessNumber: positive, accountNumber: positive, business: profile },
    { bid: { type: 'number' }, listingFixed: trueOrFalse, mapsCategoryId: text },
  ),
  read({ business: _, ...own }, { business: sent }) {
    const judged = profileOf(sent);
    if ('refused' in judged) return judged;
    const business = { listingFixed: false, ...own, ...judged } as unknown as Omit<Business, 'version'>;
    const { businessNumber, accountNumber } = business;
    return {
      about: `business ${businessNumber}`,
      async write(context) {
        const partnerId = await context.owners.ofAccount(accountNumber);
        if (partnerId === undefined) return refused(`account ${accountNumber} does not exist`);
        return bring(context, {
          fresh: businessItem(partnerId, business),
          beside: takeNumber('BUSINESS', businessNumber, partnerId),
        });
      },
    };
  },
  lineOf(item) {
    const { businessNumber, accountNumber, bid, listingFixed, mapsCategoryId, profile: fields } = businessFrom(item);
    return {
      type: 'business',
      businessNumber,
      accountNumber,
      ...(bid !== undefined && { bid }),
      ...(listingFixed && { listingFixed }),
      ...(mapsCategoryId !== undefined && { mapsCategoryId }),
      business: nested(fields),
    };
  },
  ofAccount: locationsPartition,
};
