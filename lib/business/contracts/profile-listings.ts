/** The profile fields of single platforms, in the order of checking. */
import { categories, foodLink, line, maxText, socialProfile, url } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';

const elsewhere = 'instead of the primary phone';

export const gammaListing = field(
  {
    title: 'GammaListingUpdate',
    type: 'object',
    properties: {
      primaryCategoryGamma: field(line, 'Primary category', 'Restaurant'),
      gammaPhoneNumber: field(line, `Phone number on gamma, ${elsewhere}`, '(805) 555-0143'),
      categories: field(categories(3, '^(?:category|categories)[0-9]+(?:Gamma)?$'), 'Categories, at most 3', [
        'Steak house',
      ]),
      gammaDescription: field(maxText(4096), 'Description', 'A grill with a seasonal menu.'),
    },
  },
  'What is shown on gamma, a web search engine',
);

export const internalListing = field(
  {
    title: 'InternalListingUpdate',
    type: 'object',
    properties: {
      description: field(maxText(5000), 'Description', 'Wood-fired grill with a seasonal menu.'),
      category: field(line, 'Primary category, by its name in the catalogue; case-insensitive', 'Restaurant'),
      subcategory: field(
        categories(3, '^subcategory[0-9]+(?:Internal)?$'),
        'Additional categories of the catalogue, at most 3, without the primary one',
        ['American restaurant', 'Steak house'],
      ),
      displayCategory: field(
        line,
        'Displayed category: `category` or one of `subcategory`. It is removed if it is no longer one of them',
        'Steak house',
      ),
    },
  },
  'Our own profile page. If all its categories are blank, the stored ones are kept; `null` clears the object',
);

export const betaListing = field(
  {
    title: 'BetaListingUpdate',
    type: 'object',
    properties: {
      category: field(categories(3, '^category[0-9]+(?:Beta)?$'), 'Categories, at most 3', ['Steak house']),
      betaDescription: field(maxText(255), 'Description', 'Grill and patio.'),
      betaPhoneNumber: field(line, `Phone number on beta, ${elsewhere}`, '(805) 555-0144'),
    },
  },
  'What is shown on beta, a social network',
);

export const alphaListing = field(
  {
    title: 'AlphaListingUpdate',
    type: 'object',
    properties: {
      alphaWebsiteUrl: field(url, 'Website on alpha', 'https://copperkettle.example/?from=alpha'),
      alphaPhoneNumber: field(line, `Phone number on alpha, ${elsewhere}`, '(805) 555-0145'),
      alphaStoreId: field(line, 'Your store id on alpha', 'CK-1'),
      primaryCategoryAlpha: field(line, 'Primary category', 'Restaurant'),
      additionalCategory: field(
        {
          ...categories(9, '^additionalCategory[0-9]+(?:Alpha)?$'),
          'x-errors': { maxItems: errors.tooManyAlphaCategories },
        },
        'Additional categories, at most 9, without duplicates (2277) and without the primary one (2278)',
        ['Steak house', 'Bar'],
      ),
      alphaDescription: field(maxText(750), 'Description', 'Wood-fired grill.'),
      attributes: field(
        { type: 'object', 'x-read': 'opaque' },
        'Free-form attributes of alpha. They are merged by name; a blank one is removed. At most 1,000 values, ' +
          'nested at most 16 levels deep',
        { wheelchairAccessible: true },
      ),
      foodDelivery: field(
        foodLink(errors.foodDeliveryInvalid),
        'URL to order food for delivery, with http or https; only for categories that serve food',
        'https://order.copperkettle.example/delivery',
      ),
      foodTakeout: field(
        foodLink(errors.foodTakeoutInvalid),
        'URL to order food for takeout, with http or https; only for categories that serve food',
        'https://order.copperkettle.example/takeout',
      ),
    },
  },
  'What is shown on alpha, a search and maps platform',
);

export const socialProfileURLs = field(
  {
    title: 'SocialProfilesUpdate',
    type: 'object',
    properties: {
      betaUrl: field(socialProfile, 'Profile on beta: a URL, or a name', 'https://beta.example/copperkettle'),
      microblogUrl: field(
        socialProfile,
        'Profile on the microblog: a URL, or a name',
        'https://microblog.example/copperkettle',
      ),
      professionalUrl: field(
        socialProfile,
        'Profile on the professional network: a URL, or a name',
        'https://professional.example/copperkettle',
      ),
      alphaUrl: field(socialProfile, 'Profile on alpha: a URL, or a name', 'https://alpha.example/copperkettle'),
      videoUrl: field(
        socialProfile,
        'Channel on the video site: a URL, or a name',
        'https://video.example/copperkettle',
      ),
    },
  },
  'Profiles on social sites',
);
