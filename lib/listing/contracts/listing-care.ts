/** Blocks of a listing: pictures, fields that can't change, and fields of some kinds of business only. */
import { profileProperties } from '../../business/contracts/profile-fields.ts';
import { line, maxLine, optOutFlag, trueOrFalse } from '../../contract/atoms.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import { ofProfile, sameFields } from './of-profile.ts';

export const media = field(
  {
    title: 'ListingMediaUpdate',
    type: 'object',
    properties: sameFields(profileProperties, ['logoUrl', 'coverImageUrl', 'alphaCover', 'betaCover']),
  },
  'Pictures',
);

const stays = (what: string) => field(optOutFlag, `Whether the ${what} must not be changed`, false);

export const optOuts = field(
  {
    title: 'ListingOptOutUpdate',
    type: 'object',
    properties: {
      alphaLogoOptOut: stays('logo on alpha'),
      betaLogoOptOut: stays('logo on beta'),
      alphaCoverOptOut: stays('cover on alpha'),
      betaCoverOptOut: stays('cover on beta'),
      alphaProfileOptOut: stays('profile on alpha'),
      businessProfileOptOut: stays('business profile'),
    },
  },
  'Parts that must not be updated',
);

export const covidInfo = ofProfile(profileProperties.covidInfo);

/** Gives every constraint of a field the same error. */
const always = (error: ErrorEntry) => ({
  'x-errors': { type: error, enum: error, pattern: error, maxLength: error, maxItems: error },
});

const name = (error: ErrorEntry) => ({ ...line, ...always(error) });

const kept = (error: ErrorEntry, what: string, example: string) =>
  field(
    {
      type: 'array',
      maxItems: 1000,
      items: { type: ['string', 'object'], ...always(error) },
      'x-read': 'opaque',
      ...always(error),
    },
    `${what}: texts or objects, stored as sent`,
    [example],
  );

export const healthcare = field(
  {
    title: 'ListingHealthcareUpdate',
    type: 'object',
    ...always(errors.healthcareInvalid),
    properties: {
      doctorCategories: field(
        {
          type: 'array',
          maxItems: 1000,
          items: name(errors.doctorCategoriesInvalid),
          'x-read': 'list',
          ...always(errors.doctorCategoriesInvalid),
        },
        'Specialities',
        ['Dentist'],
      ),
      isProvider: field(
        { ...trueOrFalse, ...always(errors.isProviderInvalid) },
        'Whether it is a person instead of a practice',
        true,
      ),
      practiceName: field(
        { ...maxLine(190), ...always(errors.practiceNameInvalid) },
        'Name of the practice, under 191 characters',
        'Brightwater Dental',
      ),
      firstName: field(name(errors.firstNameInvalid), 'First name of the provider', 'Ana'),
      middleName: field(name(errors.middleNameInvalid), 'Middle name of the provider', 'M.'),
      surName: field(name(errors.surNameInvalid), 'Surname of the provider', 'Sample'),
      npi: field(
        { type: 'string', pattern: '^[0-9]{10}$', ...always(errors.npiInvalid) },
        'National provider identifier: 10 digits, the last one its check digit',
        '1234567893',
      ),
      credentials: field(
        { ...maxLine(24), ...always(errors.credentialsInvalid) },
        'Credentials, under 25 characters',
        'DDS',
      ),
      educationDetails: kept(errors.educationDetailsInvalid, 'Education', 'DDS, State University'),
      hospitalAffiliationsDetails: kept(errors.hospitalAffiliationsDetailsInvalid, 'Hospitals', 'County Hospital'),
      insuranceDetails: kept(errors.insuranceDetailsInvalid, 'Insurances that are taken', 'Sample Dental Plan'),
      conditions: kept(errors.conditionsInvalid, 'Conditions that are treated', 'Tooth decay'),
      procedures: kept(errors.proceduresInvalid, 'Procedures', 'Root canal'),
    },
  },
  'Fields of healthcare providers',
);
