/** Rules of a new competitor that its schema can't express, and the record that a body asks for. Pure. */
import type { Normalized } from '../../contract/coercion.ts';
import * as errors from '../../contract/error-rows.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import type { BodyOf } from '../../contract/operation.ts';
import { fitsCountry } from '../../contract/phone-country.ts';
import type { Violation } from '../../contract/violations.ts';
import { isSent } from '../../contract/well-typed.ts';
import type { createCompetitor } from '../contracts/create-competitor.ts';
import type { CompetitorAddress } from '../repository/competitor.ts';

/** A brand, or with `competitorId` a location of it. */
export interface NewCompetitor {
  readonly competitorId?: number | undefined;
  readonly name: string;
  readonly alias?: string | undefined;
  readonly phone?: string | undefined;
  readonly location: CompetitorAddress;
}

const DEFAULT_COUNTRY = 'US';

/** A location needs a zip: 2286 if it is left out, 1094 if it is blank. A brand needs none. */
const zipViolations = ({ body, cleared }: Normalized): readonly Violation[] => {
  if (!isSent(body, 'competitorId') || isSent(body, 'zip')) return [];
  return [{ path: 'zip', error: cleared.includes('zip') ? errors.zipBlank : errors.zipMissing }];
};

/** The violations that the schema can't express. */
export const creationViolations = (normalized: Normalized): readonly Violation[] => {
  const { body } = normalized;
  const countryCode = isSent(body, 'countryCode') ? body.countryCode : DEFAULT_COUNTRY;
  // A country that the schema refuses can't decide about the phone number.
  const isFit = countryCode === undefined || fitsCountry(body.phone, countryCode);
  return [...zipViolations(normalized), ...(isFit ? [] : [{ path: 'phone', error: laterErrors.phoneInvalid }])];
};

export const newCompetitor = (body: BodyOf<typeof createCompetitor>): NewCompetitor => {
  const { businessName, zip, phone, countryCode = DEFAULT_COUNTRY, address1, city, state, alias, competitorId } = body;
  return {
    competitorId,
    name: businessName.trim(),
    alias,
    phone,
    location: { address1, city, state, zip: zip?.trim(), countryCode },
  };
};
