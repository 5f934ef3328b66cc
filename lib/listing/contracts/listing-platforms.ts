/** Blocks of a listing for single platforms. `lib/listing/rules` has the rules that a schema can't express. */
import { profileProperties } from '../../business/contracts/profile-fields.ts';
import { categories, line, maxLine, phone, socialProfile, text, url } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import * as laterErrors from '../../contract/later-error-rows.ts';
import { ofProfile, sameFields } from './of-profile.ts';

const {
  internalListing: internal,
  betaListing: beta,
  alphaListing: alpha,
  socialProfileURLs: social,
} = profileProperties;

export const internalListing = field(
  {
    title: 'ListingInternalUpdate',
    type: 'object',
    properties: {
      description: ofProfile(internal.properties.description, {
        minLength: 200,
        description: 'Description, 200 to 5000 characters',
        examples: ['A wood-fired grill in the old packing house of the town. '.repeat(4).trim()],
      }),
      category: ofProfile(internal.properties.category),
      subCategories: ofProfile(internal.properties.subcategory),
      displayCategory: ofProfile(internal.properties.displayCategory, {
        description:
          'Displayed category: `category` or one of `subCategories`. It is removed if it is no longer one of them',
      }),
    },
  },
  'Our own profile page',
);

export const betaListing = field(
  {
    title: 'ListingBetaUpdate',
    type: 'object',
    properties: {
      betaPhoneNumber: ofProfile(beta.properties.betaPhoneNumber),
      categories: ofProfile(beta.properties.category),
      betaDescription: ofProfile(beta.properties.betaDescription),
    },
  },
  'What is shown on beta, a social network',
);

const messagingLink = {
  ...url,
  'x-errors': {
    type: laterErrors.messagingLinkInvalid,
    pattern: laterErrors.messagingLinkInvalid,
    maxLength: laterErrors.messagingLinkInvalid,
  },
} as const;

const numberForTexts = phone(errors.textMessageNumberInvalid);
const textNumber = {
  ...numberForTexts,
  'x-errors': { ...numberForTexts['x-errors'], type: errors.textMessageNumberInvalid },
} as const;

export const alphaListing = field(
  {
    title: 'ListingAlphaUpdate',
    type: 'object',
    properties: {
      ...sameFields(alpha.properties, ['alphaWebsiteUrl', 'alphaPhoneNumber', 'alphaStoreId', 'primaryCategoryAlpha']),
      additionalCategories: ofProfile(alpha.properties.additionalCategory),
      alphaDescription: ofProfile(alpha.properties.alphaDescription),
      attributes: ofProfile(alpha.properties.attributes, {
        description:
          'Attributes of alpha, by group: lists of `attributeId`, `attributeName` and `value`, with ids that alpha attributes ' +
          'answers. Merged group by group; a blank group is removed',
        examples: [{ accessibility: [{ attributeId: 'wheelchair_accessible_entrance', value: true }] }],
      }),
      hotelAttributes: field(
        { type: 'object', 'x-read': 'opaque' },
        'Attributes of a hotel, nested as hotel attributes answers them: group, subgroup, and by its id an attribute with ' +
          '`attributeId`, `attributeName` and a `value` of its type. Merged attribute by attribute; a blank one is removed',
        { services: { frontDesk: { frontDesk: { attributeId: 'frontDesk', value: true } } } },
      ),
      ...sameFields(alpha.properties, ['foodDelivery', 'foodTakeout']),
      messagingBusinessLink: field(
        messagingLink,
        'URL where customers message the business',
        'https://chat.example/grill',
      ),
      textMessageNumber: field(
        textNumber,
        'Number for text messages: `(xxx) xxx-xxxx`, or `+` and 7 to 15 digits',
        '(805) 555-0148',
      ),
    },
  },
  'What is shown on alpha, a search and maps platform',
);

const actionLinks = {
  type: 'array',
  maxItems: 100,
  items: {
    title: 'MapsActionLinkUpdate',
    type: 'object',
    required: ['id'],
    properties: {
      id: field(line, 'Id of a link from get maps action links', 'quicklinks.restaurant_order_food'),
      deepLinkUrl: field(url, 'URL', 'https://order.copperkettle.example/'),
      appStoreUrl: field(url, 'App that opens the link', 'https://apps.example/ios/copperkettle'),
    },
  },
} as const;

export const mapsListing = field(
  {
    title: 'ListingMapsUpdate',
    type: 'object',
    properties: {
      phoneNumber: field(line, 'Phone number on maps, instead of the primary phone', '(805) 555-0149'),
      mapsWebsiteUrl: field(url, 'Website on maps', 'https://copperkettle.example/?from=maps'),
      primaryCategory: field(
        line,
        'Required with any other field of this object: a category of the maps catalogue, by id or name. It ' +
          'becomes the maps category of the location',
        'restaurant',
      ),
      additionalCategories: field(
        categories(5, '^additionalCategory[0-9]+(?:Maps)?$'),
        'Additional categories of the maps catalogue, at most 5',
        ['steak_house'],
      ),
      mapsLocationAttributes: field(
        { type: 'object', 'x-read': 'opaque' },
        'Attributes, by group: lists of `attributeId`, with ids that maps attributes answers. Merged group by group; a ' +
          'blank group is removed',
        { 'amenities.general': [{ attributeId: 'amenities.general.free_wifi' }] },
      ),
      mapsActionLinks: field(actionLinks, 'Links of the action row. The list replaces the stored one'),
      mapsBusinessName: field({ ...maxLine(250), minLength: 3 }, 'Name on maps, 3 to 250 characters', 'Copper Kettle'),
      mapsBusinessDescription: field(
        { ...text, minLength: 20, maxLength: 500 },
        'Description on maps, 20 to 500 characters',
        'A wood-fired grill with a seasonal menu.',
      ),
    },
  },
  'What is shown on maps. `null` clears the object and the maps category of the location',
);

const profileOn = (site: string, host: string) =>
  field(socialProfile, `Profile on ${site}: a URL, or a name`, `https://${host}.example/copperkettle`);

export const socialProfileURLs = field(
  {
    title: 'ListingSocialProfilesUpdate',
    type: 'object',
    properties: {
      ...sameFields(social.properties, ['betaUrl', 'microblogUrl', 'professionalUrl', 'alphaUrl', 'videoUrl']),
      photoshareUrl: profileOn('the photo site', 'photoshare'),
      pinboardUrl: profileOn('the pinboard', 'pinboard'),
      bureauUrl: profileOn('the business bureau', 'bureau'),
      lenderUrl: profileOn('the directory of lenders', 'lender'),
    },
  },
  'Profiles on social sites',
);
