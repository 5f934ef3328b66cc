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
  cardId: addressed(errors.routeNotFound, 'The card, as create card answered it'),
} as const;

export const title = maxLine(100);

/** In a body a position is a number, or its name. */
const position = {
  // A number is read as text.
  enum: ['top', 'left', 'right', '1', '2', '3'],
  'x-errors': { enum: 'must be 1, 2 or 3, or top, left or right' },
} as const;

/** What a card has beside its title, as it is sent. */
export const sentFields = {
  description: field(maxText(1000), 'At most 1000 characters', 'Sunday roasts from 12:00, until they are gone.'),
  imageURL: field(url, 'The image', 'https://img.copperkettle.example/roast.jpg'),
  imagePosition: field(
    position,
    'Where the image stands: 1 top, 2 left, 3 right, or by name; top unless it is sent',
    'left',
  ),
  isVisible: field(zeroOrOne, '0 = false, 1 = true: whether it is shown; 1 unless it is sent', 1),
  isPinOnTop: field(zeroOrOne, '0 = false, 1 = true: whether it stands first; pinning one unpins the other', 1),
  clickURL: field(url, 'Where a click leads', 'https://copperkettle.example/roast'),
  linkText: field(maxLine(100), 'The text of the link, at most 100 characters', 'Book a table'),
  type: field(maxLine(100), 'A word of your own for what it is, at most 100 characters', 'offer'),
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
    cardId: field({ type: 'integer', format: 'int64' }, 'Id of the card; 0 for a dry run', 412345678901234),
    title: field(text, 'Title', 'Sunday roast'),
    description: field(text, 'Text', 'Sunday roasts from 12:00, until they are gone.'),
    imageURL: field(text, 'The image', 'https://img.copperkettle.example/roast.jpg'),
    imagePosition: field({ enum: ['top', 'left', 'right'] }, 'Where the image stands', 'left'),
    isVisible: field(flag, 'Whether it is shown', 1),
    isPinOnTop: field(flag, 'Whether it stands first; of one card of a location at most', 1),
    clickURL: field(text, 'Where a click leads', 'https://copperkettle.example/roast'),
    linkText: field(text, 'The text of the link', 'Book a table'),
    type: field(text, 'A word of your own for what it is', 'offer'),
  },
} as const;
