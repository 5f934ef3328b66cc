/** The line of a location of an account, with its profile as an update would store it. */
import { profile } from '../../../lib/business/contracts/update-business.ts';
import { type Business, businessFrom, businessItem } from '../../../lib/business/repository/business.ts';
import { businessEntity } from '../../../lib/business/repository/business-entities.ts';
import { checkUpdate, merged, prepareUpdate } from '../../../lib/business/rules/profile-update.ts';
import { maxLine, text, trueOrFalse, zeroOrOne } from '../../../lib/contract/atoms.ts';
import { isObject, normalize } from '../../../lib/contract/coercion.ts';
import * as errors from '../../../lib/contract/error-rows.ts';
import { type Changes, nested } from '../../../lib/contract/fields.ts';
import type { PartnerStore } from '../../../lib/dynamodb/table/partner-store.ts';
import { CUSTOM_FIELDS } from '../../../lib/fields/repository/location-fields.ts';
import type { Row } from '../../../lib/fields/repository/rows.ts';
import { childrenPartition } from '../../../lib/partners/repository/account.ts';
import { dropUnchangedValues, importedRows } from '../location-fields.ts';
import { upsert } from '../upsert.ts';
import { takeNumber } from './account.ts';
import { type LineKind, type LoadContext, lineOf, positive, type Refused, refused, refusedMove } from './line.ts';
import { activationStatus, keptOrigin, originOf } from './origin.ts';
import { pointInTime } from './times.ts';

/**
 * Errors that a stored record may have: those of today's date, as it was valid on the day on which it was written; and of
 * the suburb, which create business does not take.
 */
const OF_STORED = new Set<number>(
  [
    ...[errors.reopenDateInPast, errors.openedOnInFuture, errors.openingDateInPast, errors.openingDateTooFar],
    errors.subLocalityMissing,
  ].map(({ code }) => code),
);

const EMPTY = { listingFixed: false, profile: {} } as const;

/** The profile, by path, that an update of an empty record would store. */
const profileOf = (sent: unknown): { readonly profile: Changes } | Refused => {
  const now = Date.now();
  const { changes } = prepareUpdate(normalize(profile, isObject(sent) ? sent : {}), now);
  const { violations, writes } = checkUpdate({ changes, now }, EMPTY);
  const broken = violations.find(({ error }) => !OF_STORED.has(error.code));
  return broken ? refused(broken.error.message) : { profile: merged({}, writes) };
};

const aboutOf = (businessNumber: number): string => `business ${businessNumber}`;

const rowsIn = ({ profile: fields }: Pick<Business, 'profile'>) => fields[CUSTOM_FIELDS] as readonly Row[] | undefined;

/** A location with its custom fields as they are stored, once its account has all of them. */
const withFields = async (
  { dryRun, owners }: LoadContext,
  store: PartnerStore,
  business: Omit<Business, 'version'>,
): Promise<Omit<Business, 'version'> | Refused> => {
  const sent = rowsIn(business);
  if (!sent) return business;
  const { businessNumber, accountNumber } = business;
  const there = await owners.ofBusiness(businessNumber);
  // This is checked here too, as an account must not get fields for a location that it doesn't get.
  const moved = there?.partnerId === store.partnerId && refusedMove(there, aboutOf(businessNumber), accountNumber);
  if (moved) return moved;
  const imported = await importedRows(store, accountNumber, sent, dryRun);
  return 'refused' in imported
    ? imported
    : { ...business, profile: { ...business.profile, [CUSTOM_FIELDS]: imported.rows } };
};

export const businessLine: LineKind = {
  entity: businessEntity,
  pass: 2,
  repairs: 'business',
  schema: lineOf(
    { businessNumber: positive, accountNumber: positive, business: profile },
    {
      bid: { type: 'number' },
      listingFixed: trueOrFalse,
      mapsCategoryId: text,
      businessType: { enum: ['Business', 'Enterprise-Location', 'Product', 'Enterprise-Product'] },
      status: activationStatus,
      createdAt: pointInTime,
      createdBy: text,
      hierarchy: { type: 'object', additionalProperties: { ...maxLine(250), minLength: 1 }, 'x-read': 'opaque' },
      aggrOptions: zeroOrOne,
    },
  ),
  read({ business: _, ...own }, { business: sent }) {
    const checked = profileOf(sent);
    if ('refused' in checked) return checked;
    const origin = originOf(own);
    if ('refused' in origin) return origin;
    const business = { listingFixed: false, ...own, ...origin, ...checked } as unknown as Omit<Business, 'version'>;
    const { businessNumber, accountNumber } = business;
    const about = aboutOf(businessNumber);
    return {
      about,
      async write(context) {
        const partnerId = await context.owners.ofAccount(accountNumber);
        if (partnerId === undefined) return refused(`account ${accountNumber} does not exist`);
        const store = { table: context.table, partnerId };
        const fielded = await withFields(context, store, business);
        if ('refused' in fielded) return fielded;
        const outcome = await upsert(context, {
          fresh: businessItem(partnerId, fielded),
          alongside: takeNumber('business', businessNumber, partnerId),
          over: (found) =>
            refusedMove(found, about, accountNumber) ?? keptOrigin(businessItem(partnerId, fielded), found, own),
        });
        const mayHaveValues =
          rowsIn(fielded) !== undefined || ('fields' in outcome && outcome.fields.includes(CUSTOM_FIELDS));
        if (mayHaveValues && !context.dryRun) await dropUnchangedValues(store, businessNumber);
        return outcome;
      },
    };
  },
  lineOf(item) {
    const { profile: fields, version: _, item: __, listingFixed, ...own } = businessFrom(item);
    return { type: 'business', ...own, ...(listingFixed && { listingFixed }), business: nested(fields) };
  },
  ofAccount: childrenPartition,
};
