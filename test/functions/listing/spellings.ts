/** A body of update business in the spelling of a listing: the same fields, as they were sent. */
import { sharedFields } from '../../../lib/listing/rules/field-map.ts';
import { leastListing } from './support.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The last row of a field: a payment as a whole is what is additional. */
const listingPaths = new Map(sharedFields.map((shared) => [shared.profile, shared.listing]));

/** Blocks of the profile, and where the listing has each. */
const blocks = new Map([
  ['location', 'businessInfo.location'],
  ...['covidInfo', 'gammaListing', 'internalListing', 'betaListing', 'alphaListing', 'socialProfileURLs'].map(
    (name) => [name, name] as const,
  ),
]);

const put = (body: Fields, path: string, value: unknown): void => {
  const names = path.split('.');
  const last = names.pop()!;
  let inside = body;
  for (const name of names) {
    if (!isFields(inside[name])) inside[name] = {};
    inside = inside[name] as Fields;
  }
  inside[last] = value;
};

/** What of a body both sides have. */
export const sharedPart = (body: Fields): Fields =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => blocks.has(name) || (listingPaths.has(name) && name !== 'mapsCategoryId')),
  );

/** A body of update listing that says the same; a whole block that is no object stays so. */
export const asListing = (body: Fields): Fields => {
  const all: Fields = {};
  for (const [name, value] of Object.entries(body)) {
    const block = blocks.get(name);
    if (block === undefined) put(all, listingPaths.get(name)!, value);
    else if (!isFields(value)) put(all, block, value);
    // A field of no name that both have is one of those that are numbered, or unknown.
    else
      for (const [field, each] of Object.entries(value))
        put(all, listingPaths.get(`${name}.${field}`) ?? `${block}.${field}`, each);
  }
  return all;
};

/** The same with all that a listing asks for and a profile does not, in both spellings. */
export const bothSides = (update: Fields): { readonly profile: Fields; readonly listing: Fields } => {
  const { businessInfo, additionalInfo, internalListing } = leastListing as unknown as Record<string, Fields>;
  const internal = {
    description: internalListing!.description,
    category: internalListing!.category,
    subcategory: internalListing!.subCategories,
  };
  const profile = sharedPart({
    name: businessInfo!.name,
    location: { zip: '1010' },
    hoursOfOperations: additionalInfo!.hoursOfOperations,
    ...update,
    internalListing: isFields(update.internalListing) ? { ...internal, ...update.internalListing } : internal,
  });
  return { profile, listing: asListing(profile) };
};
