/** What media declare (lib/entities.ts), and their removal with a location. */
import type { Work } from '../../dynamodb/stream/roles.ts';
import type { Deleted, Entity } from '../../dynamodb/table/entity.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import { deletionOf, lyingAt } from '../../dynamodb/writes/dependent-items.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { mediaEvents, uploadEvents } from '../events.ts';
import { sendMessages } from '../messages.ts';
import { CATEGORIES, mediaPartition, STATUSES } from './medium.ts';

/** All of a location: what lies here was asked for before it was deleted. */
const mediaOfLocation = async function* (
  { table, partnerId }: PartnerStore,
  { number }: Deleted,
): AsyncGenerator<readonly Action[]> {
  for await (const keys of lyingAt(table, mediaPartition(partnerId, number)))
    for (const key of keys) yield [deletionOf(key)];
};

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

const attributes = (required: readonly string[]) => ({
  type: 'object',
  required: [
    'partnerId',
    'accountNumber',
    'businessNumber',
    'mediaId',
    'uploadId',
    'url',
    'status',
    'created',
    ...required,
  ],
  properties: {
    partnerId: text,
    accountNumber: number,
    businessNumber: number,
    mediaId: text,
    uploadId: text,
    position: number,
    url: text,
    mediaCategory: { enum: CATEGORIES },
    description: text,
    mediaFormat: { enum: ['PHOTO', 'VIDEO'] },
    status: { enum: STATUSES },
    created: text,
    tries: { type: 'integer', minimum: 0, maximum: 3 },
    failureReason: text,
    endedAt: text,
    object: text,
    format: { enum: ['JPG', 'PNG', 'MP4', 'MOV'] },
    width: number,
    height: number,
    fileBytes: number,
    version: number,
    bytes: number,
    p0: text,
    expiresAtSeconds: number,
  },
});

const NOT_EXPORTED = { not: 'its bytes are in the bucket', handedOver: true } as const;

/** A new medium is fetched, a deleted one is removed from the bucket. */
const work: Work = { on: ['made', 'deleted'], start: sendMessages };

export const mediumEntity: Entity = {
  type: 'media',
  keys: { pk: 'P#<partner>#BUSINESS#<number>#MEDIA', sk: 'MEDIA#<media id>' },
  answers: 'Which media does this location have, with which status?',
  attributes: attributes(['mediaCategory', 'description', 'mediaFormat', 'version', 'p0']),
  exported: NOT_EXPORTED,
  personal: false,
  events: { sends: ['MEDIA_PROCESSED'], of: mediaEvents },
  counts: false,
  audit: { shows: 'names', id: ({ mediaId }) => mediaId },
  removal: { withLocation: mediaOfLocation, withAccount: 'go with the locations' },
  work,
};

export const socialMediumEntity: Entity = {
  type: 'socialMedia',
  keys: { pk: 'P#<partner>#BUSINESS#<number>#MEDIA', sk: 'SOCIAL#<media id>' },
  answers: 'What is the status of this file of a social upload?',
  attributes: attributes(['expiresAtSeconds']),
  exported: { not: 'it expires within 30 days' },
  personal: false,
  events: { sends: ['SOCIAL_MEDIA_UPLOADED'], of: () => [], composed: { socialMedia: uploadEvents } },
  counts: false,
  audit: { not: 'it expires within 30 days' },
  removal: { withLocation: 'goes with the media', withAccount: 'go with the locations' },
  work,
};
