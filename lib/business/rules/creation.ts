/** What a business is created as, and what stands against it. Pure. */
import type { Normalized } from '../../contract/coercion.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { BodyOf } from '../../contract/operation.ts';
import type { Violation } from '../../contract/violations.ts';
import type { Account } from '../../partners/repository/account.ts';
import type { createBusiness } from '../contracts/create-business.ts';
import type { NewBusiness } from '../repository/creation.ts';
import type { Ground } from '../repository/creations.ts';
import { fitsCountry } from './address.ts';

const ACCOUNT_TYPES: readonly unknown[] = ['Enterprise', 'Reseller'] satisfies Account['businessType'][];
const DEFAULT_COUNTRY = 'US';

const LEVELS = 'hierarchyLevels';

const levelsProblem = ({ body }: Normalized): string | undefined => {
  const { [LEVELS]: levels, type } = body;
  if (!Array.isArray(levels)) return undefined;
  if (!ACCOUNT_TYPES.includes(type)) return 'is for accounts only';
  return new Set(levels).size < levels.length ? 'must name each level once' : undefined;
};

/** What is wrong with a body beyond what its schema says. */
export const creationViolations = (normalized: Normalized): readonly Violation[] => {
  const { phone, countryCode = DEFAULT_COUNTRY } = normalized.body;
  const levels = levelsProblem(normalized);
  return [
    ...(fitsCountry(phone, countryCode) ? [] : [{ path: 'phone', error: laterErrors.phoneInvalid }]),
    ...(levels === undefined ? [] : [{ path: LEVELS, error: invalid(LEVELS, levels) }]),
  ];
};

/** What is to be created, with what stands where nothing was sent. */
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

/** Why nothing may be created on this ground, or not this business; `undefined` where it may. */
export const judgeCreation = ({ account, isClosing, hasTwin }: Ground): ErrorEntry | undefined => {
  if (!account || isClosing) return laterErrors.businessNotFound;
  if (account.status === 'inactive' || account.status === 'suspended') return errors.statusNotChangeable;
  return hasTwin ? errors.businessExists : undefined;
};
