/** The line of a location of an account, with its profile as an update would store it. */
import { profile } from '../../../lib/business/contracts/update-business.ts';
import { type Business, businessFrom, businessItem } from '../../../lib/business/repository/business.ts';
import { businessEntity } from '../../../lib/business/repository/business-entities.ts';
import { checkUpdate, merged, prepareUpdate } from '../../../lib/business/rules/profile-update.ts';
import { maxLine, text, trueOrFalse, zeroOrOne } from '../../../lib/contract/atoms.ts';
import { isObject, normalize } from '../../../lib/contract/coercion.ts';
import * as errors from '../../../lib/contract/error-rows.ts';
import { type Changes, nested } from '../../../lib/contract/fields.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import type { PartnerStore } from '../../../lib/dynamodb/table/partner-store.ts';
import { CUSTOM_FIELDS } from '../../../lib/fields/repository/location-fields.ts';
import type { Row } from '../../../lib/fields/repository/rows.ts';
import { childrenPartition } from '../../../lib/partners/repository/account.ts';
import { dropUnchangedValues, importedRows } from '../location-fields.ts';
import { upsert } from '../upsert.ts';
import { takeNumber } from './account.ts';
import {
  type LineKind,
  type LoadContext,
  lineOf,
  positive,
  type Refused,
  refused,
  refusedMove,
  type Written,
} from './line.ts';
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

type Upserted = Parameters<typeof upsert>[1];

/**
 * Upserts the location with its custom fields as they are stored, once its account has all of them. An account gets no
 * field for a line that is not written.
 */
const upsertWithFields = async (
  context: LoadContext,
  store: PartnerStore,
  business: Omit<Business, 'version'>,
  upsertOf: (fresh: Item) => Upserted,
): Promise<Written> => {
  const sent = rowsIn(business);
  const upsertIn = (to: LoadContext, rows: readonly Row[] | undefined) => {
    const profile = rows ? { ...business.profile, [CUSTOM_FIELDS]: rows } : business.profile;
    return upsert(to, upsertOf(businessItem(store.partnerId, { ...business, profile })));
  };
  if (!sent) return upsertIn(context, undefined);
  const planned = await importedRows(store, business.accountNumber, sent, true);
  if ('refused' in planned) return planned;
  if (!planned.lacksFields || context.dryRun) return upsertIn(context, planned.rows);
  const looking = { ...context, dryRun: true, sent: undefined, owners: { ...context.owners, pretend() {} } };
  const would = await upsertIn(looking, planned.rows);
  if ('refused' in would || would.outcome === 'changed') return would;
  const imported = await importedRows(store, business.accountNumber, sent);
  return 'refused' in imported ? imported : upsertIn(context, imported.rows);
};

/** Languages could be any text once: records that have such ones can still be loaded. */
const stored = {
  ...profile,
  properties: { ...profile.properties, languages: { ...profile.properties.languages, items: text } },
};

export const businessLine: LineKind = {
  entity: businessEntity,
  pass: 2,
  repairs: 'business',
  schema: lineOf(
    { businessNumber: positive, accountNumber: positive, business: stored },
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
        const outcome = await upsertWithFields(context, store, business, (fresh) => ({
          fresh,
          alongside: takeNumber('business', businessNumber, partnerId),
          over: (found) => refusedMove(found, about, accountNumber) ?? keptOrigin(fresh, found, own),
        }));
        if ('refused' in outcome || context.dryRun) return outcome;
        // Also of a record that is unchanged: an earlier load may have been interrupted before its values were removed.
        const mayHaveValues =
          rowsIn(business) !== undefined ||
          ('fields' in outcome && outcome.fields.includes(CUSTOM_FIELDS)) ||
          (outcome.outcome !== 'loaded' && (await context.owners.hasFields({ partnerId, accountNumber })));
        if (mayHaveValues) await dropUnchangedValues(store, businessNumber);
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
