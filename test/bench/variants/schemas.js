/** The request bodies in zod: the schema alone; the rules of dates, categories and countries that ours has on top are left out. */
import * as z from 'zod';
import { '1047' as nameTooShort, '1055' as phoneInvalid } from '../../../lib/contract/errors.json';
import { Failure } from './domain.js';

const CODES = {
  nameTooShort: [nameTooShort.status, 1047, nameTooShort.message],
  phoneInvalid: [phoneInvalid.status, 1055, phoneInvalid.message],
};

const text = z.string();
const bit = z.union([z.literal(0), z.literal(1)]);
const url = z.string().regex(/^(?:https?:\/\/)?[^\s/?#:@\\]+\.[^\s]+$/i, 'must be an http or https URL');
const max = (limit) => z.string().max(limit);
const hour = z.string().regex(/^(?:[01]?[0-9]|2[0-4]):[0-5][0-9]$/, 'must be a time of day, H:MM');
const date = z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/);
const phone = z.string().regex(/^(?:\([0-9]{3}\) [0-9]{3}-[0-9]{4}|\+(?:[ -]*[0-9]){7,15}[ -]*)$/, 'phoneInvalid');
const social = z.string().max(2048);

const profile = z.object({
  name: z.string().min(3, 'nameTooShort').max(250).optional(),
  alias: text.optional(),
  isAddressHidden: bit.optional(),
  location: z
    .object({
      address1: text.optional(),
      address2: text.optional(),
      subLocality: text.optional(),
      city: max(1000).optional(),
      state: max(50).optional(),
      countryCode: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
      zip: text,
    })
    .optional(),
  emailId: text,
  phone,
  fax: phone.optional(),
  websiteUrl: url.optional(),
  establishedYear: z.int().min(1).max(9999).optional(),
  timezone: text.optional(),
  languages: z.array(text).optional(),
  isServiceAreaProvider: z.enum(['Yes', 'No']).optional(),
  serviceAreas: z
    .array(z.object({ description: text }))
    .max(10)
    .optional(),
  working24x7: bit.optional(),
  hoursOfOperations: z
    .array(
      z.object({
        day: z.int().min(0).max(6),
        isOpen: bit.optional(),
        workingHours: z.array(z.object({ startHour: hour, endHour: hour })).optional(),
        comment: text.optional(),
      }),
    )
    .optional(),
  specialHours: z
    .array(
      z.object({ specialDate: date, startHour: hour.optional(), endHour: hour.optional(), isOpen: bit.optional() }),
    )
    .optional(),
  businessStatus: z.enum(['Open', 'Temporarily Closed', 'Permanently Closed', 'Opening Soon']).optional(),
  reopenDate: date.optional(),
  openedOnDate: date.optional(),
  openingSoonDate: date.optional(),
  services: text,
  description: max(4000).optional(),
  keywords: max(1000).optional(),
  products: text.optional(),
  appointmentLink: url.optional(),
  reservationLink: url.optional(),
  menuLink: url.optional(),
  orderAheadLink: url.optional(),
  impressum: text.optional(),
  payment: max(250).optional(),
  localPhoneNumber: text.optional(),
  tollFreePhoneNumber: text.optional(),
  androidAppURL: url.optional(),
  iosAppURL: url.optional(),
  logoUrl: url.optional(),
  alphaLogoOptOut: bit.optional(),
  betaLogoOptOut: bit.optional(),
  alphaCoverOptOut: bit.optional(),
  betaCoverOptOut: bit.optional(),
  coverImageUrl: url.optional(),
  alphaCover: url.optional(),
  betaCover: url.optional(),
  coverBusinessInfoLayout: max(100).optional(),
  covidInfo: z
    .object({ postDescription: text.optional(), covid19SupportLink: url.optional(), virtualCareLink: url.optional() })
    .optional(),
  gammaListing: z
    .object({
      primaryCategoryGamma: text.optional(),
      gammaPhoneNumber: text.optional(),
      categories: z.array(text).max(3).optional(),
      gammaDescription: max(4096).optional(),
    })
    .optional(),
  internalListing: z
    .object({
      description: max(5000).optional(),
      category: text.optional(),
      subcategory: z.array(text).max(3).optional(),
      displayCategory: text.optional(),
    })
    .optional(),
  betaListing: z
    .object({
      category: z.array(text).max(3).optional(),
      betaDescription: max(255).optional(),
      betaPhoneNumber: text.optional(),
    })
    .optional(),
  alphaListing: z
    .object({
      alphaWebsiteUrl: url.optional(),
      alphaPhoneNumber: text.optional(),
      alphaStoreId: text.optional(),
      primaryCategoryAlpha: text.optional(),
      additionalCategory: z.array(text).max(9).optional(),
      alphaDescription: max(750).optional(),
    })
    .optional(),
  socialProfileURLs: z
    .object({
      betaUrl: social.optional(),
      microblogUrl: social.optional(),
      professionalUrl: social.optional(),
      alphaUrl: social.optional(),
      videoUrl: social.optional(),
    })
    .optional(),
  isSEOEnabled: z.boolean().optional(),
  externalReferenceId: text.optional(),
  customFields: z
    .array(
      z.object({
        fieldName: text,
        id: z.int(),
        type: z.enum(['TEXT', 'URL', 'NUMBER', 'DATE', 'DROPDOWN_SINGLE', 'DROPDOWN_MULTI', 'TEXT_RAW']).optional(),
        fieldValue: text.optional(),
      }),
    )
    .optional(),
  entityCategory: z.enum(['physical_location', 'provider']).optional(),
});

const query = z.object({
  id: z.int().optional(),
  cid: z.int().optional(),
  email: max(320).optional(),
  phone: max(40).optional(),
  experienceScore: z.boolean().optional(),
});

const failureOf = ({ path, message, input }) => {
  const field = path.join('.');
  return new Failure(
    ...(CODES[message] ?? [400, 400, input === undefined ? `${field} is required` : `${field} ${message}`]),
  );
};

const parse = (schema) => (body) => {
  const { success, data, error } = schema.safeParse(body, { reportInput: true });
  if (success) return data;
  const missing = error.issues.find(({ input }) => input === undefined);
  throw failureOf(missing ?? error.issues[0]);
};
export const parseProfile = parse(profile);
export const parseQuery = parse(query);
