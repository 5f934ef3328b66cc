/** Uploads: which media were asked for together, and when they are late. */
import type { Item } from '../../dynamodb/table/attributes.ts';
import { dueList } from '../../dynamodb/table/due-list.ts';
import { type Entity, itemOf } from '../../dynamodb/table/entity.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import type { Table } from '../../dynamodb/table/table.ts';
import { type MediumKind, mediaPartition } from './medium.ts';

export interface UploadName {
  readonly partnerId: string;
  readonly businessNumber: number;
  readonly uploadId: string;
}

export interface Upload extends UploadName {
  readonly accountNumber: number;
  readonly kind: MediumKind;
  /** In the order in which they were sent. */
  readonly mediaIds: readonly string[];
  readonly description?: string;
  /** ISO 8601, in UTC. */
  readonly created: string;
}

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

export const uploadKey = ({ partnerId, businessNumber, uploadId }: UploadName): Key => ({
  pk: mediaPartition(partnerId, businessNumber),
  sk: `UPLOAD#${uploadId}`,
});

export const uploadItem = (upload: Upload, expiresAtSeconds: number): Item =>
  itemOf('mediaUpload', { ...upload, expiresAtSeconds }, uploadKey(upload));

export const uploadFrom = (item: Item): Upload => item as unknown as Upload;

export const uploadEntity: Entity = {
  type: 'mediaUpload',
  keys: { pk: 'P#<partner>#BUSINESS#<number>#MEDIA', sk: 'UPLOAD#<upload id>' },
  answers: 'Which media belong to this upload?',
  attributes: {
    type: 'object',
    required: [
      'partnerId',
      'accountNumber',
      'businessNumber',
      'uploadId',
      'kind',
      'mediaIds',
      'created',
      'expiresAtSeconds',
    ],
    properties: {
      partnerId: text,
      accountNumber: number,
      businessNumber: number,
      uploadId: text,
      kind: { enum: ['media', 'socialMedia'] },
      mediaIds: { type: 'array', items: text },
      description: text,
      created: text,
      expiresAtSeconds: number,
    },
  },
  exported: { not: 'it expires within 30 days' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from its media' },
  removal: { withLocation: 'goes with the media', withAccount: 'go with the locations' },
};

const due = dueList('MEDIADUE', 4);
/** The number of each partition of what may be late. */
export const { shards } = due;

export const mediaDueEntity: Entity = {
  type: 'mediaDue',
  keys: { pk: 'MEDIADUE#<shard>', sk: '<milliseconds of the upload>#<upload id>' },
  answers: 'Which uploads are so old that their pending items have failed?',
  attributes: {
    type: 'object',
    required: ['partnerId', 'businessNumber', 'uploadId'],
    properties: { partnerId: text, businessNumber: number, uploadId: text },
  },
  exported: { not: 'it is deleted a quarter of an hour later' },
  personal: false,
  events: false,
  counts: false,
  audit: { not: 'follows from its upload' },
  removal: { withLocation: 'is gone a quarter of an hour later', withAccount: 'is gone a quarter of an hour later' },
};

/** An item that says when an upload was begun. */
export const mediaDueItem = ({ partnerId, businessNumber, uploadId, created }: Upload): Item =>
  itemOf('mediaDue', { partnerId, businessNumber, uploadId }, due.keyOf(Date.parse(created), uploadId));

export interface MediaDue extends UploadName {
  readonly key: Key;
}

/** Uploads of all partners that were begun by `until` (epoch milliseconds), earliest first, page after page. */
export const beganBy = async function* (
  table: Table,
  shard: number,
  until: number,
): AsyncGenerator<readonly MediaDue[]> {
  for await (const page of due.dueBy(table, shard, until))
    yield page.map(({ pk, sk, partnerId, businessNumber, uploadId }) => ({
      key: { pk: String(pk), sk: String(sk) },
      partnerId: String(partnerId),
      businessNumber: Number(businessNumber),
      uploadId: String(uploadId),
    }));
};
