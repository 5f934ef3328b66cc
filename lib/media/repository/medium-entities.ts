/** What is said of media as items, and what becomes of them with their location. */
import type { Deleted, Entity } from '../../dynamodb/entity.ts';
import type { PartnerStore } from '../../dynamodb/partner-store.ts';
import { deletionOf, lyingAt } from '../../dynamodb/parts.ts';
import type { Action } from '../../dynamodb/transactions.ts';
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

const NOT_EXPORTED = { not: 'its bytes lie in the bucket, which no data file holds' } as const;

export const mediumEntity: Entity = {
  type: 'media',
  keys: { pk: 'P#<partner>#BUSINESS#<number>#MEDIA', sk: 'MEDIA#<media id>' },
  answers: 'Which media has this location, and what came of each?',
  attributes: attributes(['mediaCategory', 'description', 'mediaFormat', 'version', 'p0']),
  exported: NOT_EXPORTED,
  personal: false,
  audit: { shows: 'names', id: ({ mediaId }) => mediaId },
  removal: { withLocation: mediaOfLocation, withAccount: 'go with the locations' },
};

export const socialMediumEntity: Entity = {
  type: 'socialMedia',
  keys: { pk: 'P#<partner>#BUSINESS#<number>#MEDIA', sk: 'SOCIAL#<media id>' },
  answers: 'What came of this file of a social upload?',
  attributes: attributes(['expiresAtSeconds']),
  exported: { not: 'it expires within 30 days' },
  personal: false,
  audit: { not: 'it expires within 30 days' },
  removal: { withLocation: 'goes with the media', withAccount: 'go with the locations' },
};
