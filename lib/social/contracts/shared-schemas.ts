/** What the contracts of social posts share. */

import { SITES } from '../../connectors/repository/channels.ts';
import { anyCase } from '../../contract/any-case.ts';
import { text, url } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import { addressed } from '../../contract/parameters.ts';
import { CALL_TYPES, MOST_LOCATIONS } from '../repository/post.ts';

export const businessId = {
  businessId: addressed(
    errors.businessInvalid,
    'The number of the account, or of one of its locations to select it alone',
  ),
} as const;
export const accountId = { businessId: addressed(errors.businessInvalid, 'The number of the account') } as const;
export const locationId = { businessId: addressed(errors.businessInvalid, 'The number of the location') } as const;

export const TRACKING_ID = 'trk_4be1a874356f0d2c9bc1a874';

export const site = anyCase(SITES);
/** The longest text of any site; each has its own limit (`lib/social/rules/sites.ts`). */
export const postText = { type: 'string', 'x-limits': { maxLength: 5000 }, 'x-blank': 'check' } as const;
export const trackingId = { type: 'string', maxLength: 100 } as const;

/** Any number is accepted: one that is no location's is 5556. */
const number = { type: 'number', format: 'int64' } as const;
const anyNumbers = { type: 'array', items: number } as const;
/** A rule counts each once (`lib/social/rules/locations.ts`). */
export const locationNumbers = { ...anyNumbers, 'x-limits': { maxItems: MOST_LOCATIONS } } as const;
/** Of a change: what is no location of the post is skipped, and named. */
export const changedLocations = { ...locationNumbers, items: { ...number, 'x-any-number': true } } as const;
export const listedLocations = { ...anyNumbers, maxItems: MOST_LOCATIONS } as const;

export const whole = { type: 'integer' } as const;
export const nullable = (type: string) => ({ type: [type, 'null'] }) as const;

/** The fields of a post that is scheduled or edited. */
export const postFields = {
  text: field(
    postText,
    'The text. At most 1500 characters on ALPHA, 5000 on BETA and PHOTOSHARE, 3000 on PROFESSIONAL, 240 on MICROBLOG',
    'Fresh peach pie all week',
  ),
  socialSite: field(site, `The site: ${SITES.join(', ')}`, 'ALPHA'),
  subBusinessNumbers: field(
    locationNumbers,
    'Locations of the account, at most 500. Each counts once',
    [700101, 700102],
  ),
  scheduleTimestamp: field(
    { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    'When it is published, epoch milliseconds: up to 366 days ahead',
    4_070_908_800_000,
  ),
  media: field(
    {
      type: 'array',
      'x-read': 'array',
      maxItems: 10,
      items: {
        title: 'PostMediumToSend',
        type: 'object',
        properties: {
          type: field({ ...text, 'x-errors': { type: errors.mediaFormatInvalid } }, 'IMAGE, VIDEO or REEL', 'IMAGE'),
          mediaUrl: field(
            { type: 'string', maxLength: 2048, 'x-errors': { maxLength: errors.mediaUrlInvalid } },
            'An https URL of another server, which we never fetch',
            'https://cdn.copperkettle.example/pie.jpg',
          ),
          mediaId: field(
            { type: 'string', maxLength: 100 },
            'A medium that was uploaded',
            'med_5f0c2b9e7d4a41c08e63b1a2',
          ),
          businessNumber: field(
            { type: 'number', format: 'int64' },
            'The location of `mediaId`; the first of the list by default',
            700101,
          ),
        },
      },
    },
    'Pictures, or one video or reel',
    [{ type: 'IMAGE', mediaUrl: 'https://cdn.copperkettle.example/pie.jpg' }],
  ),
  additionalMetaData: field(
    {
      title: 'PostButtonToSend',
      type: 'object',
      'x-blank': 'list',
      properties: {
        callToActionType: field(anyCase(CALL_TYPES), CALL_TYPES.join(', '), 'ORDER'),
        callToActionUrl: field(
          url,
          'URL that it opens; required except for CALL, which has none',
          'https://order.copperkettle.example',
        ),
      },
    },
    'A button, on ALPHA alone',
    { callToActionType: 'ORDER', callToActionUrl: 'https://order.copperkettle.example' },
  ),
} as const;

export const scheduled = {
  title: 'ScheduledPost',
  type: 'object',
  required: ['trackingId', 'scheduleTimestamp', 'notConnected'],
  properties: {
    trackingId: field(text, 'Id of the post; 0 for a dry run', TRACKING_ID),
    scheduleTimestamp: field(
      { type: 'integer', format: 'int64' },
      'When it is published, epoch milliseconds',
      4_070_908_800_000,
    ),
    notConnected: field(
      { type: 'array', items: { type: 'integer', format: 'int64' } },
      'Locations whose channel is not connected now. What counts is when the post is due',
      [700102],
    ),
  },
} as const;

const numbers = { type: 'array', items: { type: 'integer', format: 'int64' } } as const;

export const changed = {
  title: 'ChangedPost',
  type: 'object',
  required: ['accepted', 'skipped'],
  properties: {
    accepted: field(numbers, 'Locations at which the change is under way', [700101]),
    skipped: field(numbers, 'All others', [700102]),
  },
} as const;

const channel = {
  socialSite: field({ enum: SITES }, 'The site', 'ALPHA'),
  state: field({ enum: ['connected', 'disconnected', 'none'] }, 'Whether the location is connected to it', 'connected'),
  channelId: field(nullable('string'), 'The page or profile on the site', 'page-7001'),
  channelName: field(nullable('string'), 'Its name', 'Copper Kettle Grill'),
  channelUrl: field(nullable('string'), 'Its URL', 'https://alpha.example/copperkettle'),
  connectedAt: field(
    { ...nullable('string'), format: 'date-time' },
    'Since when, ISO 8601 in UTC',
    '2026-03-04T05:06:07.890Z',
  ),
  disconnectedAt: field(
    { ...nullable('string'), format: 'date-time' },
    'Since when it is disconnected, ISO 8601 in UTC',
    null,
  ),
  reason: field(nullable('string'), 'Why it is disconnected', null),
  hasConnector: field({ type: 'boolean' }, 'Whether the account has a connector for the site', true),
} as const;

export const channelShown = {
  title: 'SocialChannel',
  type: 'object',
  required: [
    'socialSite',
    'state',
    'channelId',
    'channelName',
    'channelUrl',
    'connectedAt',
    'disconnectedAt',
    'reason',
    'hasConnector',
  ],
  properties: channel,
} as const;
