/** What the contracts of custom cards share. */
import { maxLine, maxText, text, url, zeroOrOne } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import { addressed } from '../../contract/parameters.ts';

/** The header that names a location. */
export const location = {
  'x-business-number': addressed(errors.businessInvalid, 'The business number of the location'),
} as const;

export const card = {
  cardId: addressed(errors.routeNotFound, 'Id of the card'),
} as const;

export const title = maxLine(100);

/** In a body a position is a number, or its name. */
const position = {
  // A number is read as text.
  enum: ['top', 'left', 'right', '1', '2', '3'],
  'x-errors': { enum: 'must be 1, 2 or 3, or top, left or right' },
} as const;

/** What a card has in addition to its title, as it is sent. */
export const sentFields = {
  description: field(maxText(1000), 'At most 1000 characters', 'Sunday roasts from 12:00, until they are gone.'),
  imageURL: field(url, 'The image', 'https://img.copperkettle.example/roast.jpg'),
  imagePosition: field(position, 'Position of the image: 1 top, 2 left, 3 right, or the name; top by default', 'left'),
  isVisible: field(zeroOrOne, '0 = false, 1 = true: whether it is visible; 1 by default', 1),
  isPinOnTop: field(zeroOrOne, '0 = false, 1 = true: whether it is pinned; pinning a card unpins the other', 1),
  clickURL: field(url, 'URL of the link', 'https://copperkettle.example/roast'),
  linkText: field(maxLine(100), 'The text of the link, at most 100 characters', 'Book a table'),
  type: field(maxLine(100), 'Your own category, at most 100 characters', 'offer'),
} as const;

const flag = { enum: [0, 1] } as const;

export const shownCard = {
  title: 'CustomCard',
  type: 'object',
  required: [
    'cardId',
    'title',
    'description',
    'imageURL',
    'imagePosition',
    'isVisible',
    'isPinOnTop',
    'clickURL',
    'linkText',
    'type',
  ],
  properties: {
    cardId: field({ type: 'integer', format: 'int64' }, 'Id of the card; 0 in a dry run', 412345678901234),
    title: field(text, 'Title', 'Sunday roast'),
    description: field(text, 'Text', 'Sunday roasts from 12:00, until they are gone.'),
    imageURL: field(text, 'The image', 'https://img.copperkettle.example/roast.jpg'),
    imagePosition: field({ enum: ['top', 'left', 'right'] }, 'Position of the image', 'left'),
    isVisible: field(flag, 'Whether it is visible', 1),
    isPinOnTop: field(flag, 'Whether it is pinned; at most one card of a location', 1),
    clickURL: field(text, 'URL of the link', 'https://copperkettle.example/roast'),
    linkText: field(text, 'The text of the link', 'Book a table'),
    type: field(text, 'Your own category', 'offer'),
  },
} as const;
