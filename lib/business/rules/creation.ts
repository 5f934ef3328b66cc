/** Rules of a creation, and the initial record of a business. Pure. */
import type { Normalized } from '../../contract/coercion.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import { businessExists, invalid } from '../../contract/errors.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { BodyOf } from '../../contract/operation.ts';
import { fitsCountry } from '../../contract/phone-country.ts';
import type { Violation } from '../../contract/violations.ts';
import { isSent } from '../../contract/well-typed.ts';
import type { Account } from '../../partners/repository/account.ts';
import { accountNotInUse, type createBusiness } from '../contracts/create-business.ts';
import type { NewBusiness } from '../repository/creation.ts';
import type { Context } from '../repository/creations.ts';

const ACCOUNT_TYPES: readonly unknown[] = ['Enterprise', 'Reseller'] satisfies Account['businessType'][];
const DEFAULT_COUNTRY = 'US';

const LEVELS = 'hierarchyLevels';

const levelsProblem = ({ body }: Normalized): string | undefined => {
  const { [LEVELS]: levels, type } = body;
  if (!Array.isArray(levels)) return undefined;
  if (!ACCOUNT_TYPES.includes(type)) return 'is for accounts only';
  const named = levels.filter((level) => level !== undefined);
  return new Set(named).size < named.length ? 'must name each level once' : undefined;
};

/** The violations that the schema can't express. */
export const creationViolations = (normalized: Normalized): readonly Violation[] => {
  const { body } = normalized;
  const countryCode = isSent(body, 'countryCode') ? body.countryCode : DEFAULT_COUNTRY;
  // A country that the schema refuses can't decide about the phone number.
  const isFit = countryCode === undefined || fitsCountry(body.phone, countryCode);
  const levels = levelsProblem(normalized);
  return [
    ...(isFit ? [] : [{ path: 'phone', error: laterErrors.phoneInvalid }]),
    ...(levels === undefined ? [] : [{ path: LEVELS, error: invalid(LEVELS, levels) }]),
  ];
};

/** The business to create, with defaults for what was not sent. */
export const newBusiness = (
  body: BodyOf<typeof createBusiness>,
  { rid, email_id }: { readonly rid: number; readonly email_id: string },
): NewBusiness => {
  const { businessName, zip, type = 'Business', phone, countryCode = DEFAULT_COUNTRY } = body;
  const { entityCategory, aggrOptions = 1, hierarchyLevels } = body;
  const shared = {
    below: rid,
    name: businessName,
    zip: String(zip),
    phone,
    aggrOptions: aggrOptions as 0 | 1,
    fields: {
      'location.countryCode': countryCode,
      emailId: email_id,
      ...(entityCategory !== undefined && { entityCategory }),
    },
  };
  if (type === 'Enterprise' || type === 'Reseller')
    return { ...shared, kind: 'account', businessType: type, ...(hierarchyLevels && { hierarchyLevels }) };
  return { ...shared, kind: 'business', businessType: type };
};

/** Why this business, or any, may not be created in this context; `undefined` if it may. */
export const checkCreation = ({ account, isClosing, twin }: Context): ErrorEntry | undefined => {
  if (!account || isClosing) return laterErrors.businessNotFound;
  if (account.status === 'inactive' || account.status === 'suspended') return accountNotInUse;
  return twin === undefined ? undefined : businessExists(twin);
};
