/** The media of a partner's locations: asked for, found, changed and deleted. */
import { businessKey } from '../../business/repository/business.ts';
import type { Opened } from '../../dynamodb/table/entity.ts';
import { expiryAfter, hasExpired } from '../../dynamodb/table/expiry.ts';
import { tracedDeletion } from '../../dynamodb/writes/dependent-items.ts';
import { nextMark } from '../../dynamodb/writes/marks.ts';
import { saveVersion } from '../../dynamodb/writes/save-version.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import { creation, type Written, withDependents, write } from '../../dynamodb/writes/write.ts';
import { isAt } from '../../partners/repository/account.ts';
import type { Texts } from '../rules/room.ts';
import { type Category, type Medium, mediaPartition, mediumFrom, mediumItem, mediumKey, OWN_MEDIA } from './medium.ts';
import { mediaDueItem, type Upload, uploadFrom, uploadItem, uploadKey } from './upload.ts';

const MONTH_SECONDS = 30 * 24 * 3600;

const ONLY_TEXTS = {
  ProjectionExpression: '#url, #description',
  ExpressionAttributeNames: { '#url': 'url', '#description': 'description' },
};

/** A location that media are of. */
export interface MediaOwner {
  readonly partnerId: string;
  readonly accountNumber: number;
  readonly businessNumber: number;
}

export const media = ((store) => {
  const { table, partnerId } = store;

  const ownOf = (businessNumber: number) => ({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': mediaPartition(partnerId, businessNumber), ':prefix': OWN_MEDIA },
    ConsistentRead: true,
  });

  const read = async ({ kind, businessNumber, mediaIds }: Pick<Upload, 'kind' | 'businessNumber' | 'mediaIds'>) => {
    const keys = mediaIds.map((mediaId) => mediumKey({ partnerId, businessNumber, kind, mediaId }));
    const items = keys.length > 0 ? await table.batchGet(keys) : [];
    return keys.flatMap((key) => {
      const item = items.find((each) => isAt(each, key));
      return item ? [mediumFrom(item)] : [];
    });
  };

  return {
    /** The location with this number. One call. */
    owner: async (businessNumber: number): Promise<MediaOwner | undefined> => {
      const item = await table.get(businessKey(partnerId, businessNumber));
      return item && { partnerId, businessNumber, accountNumber: Number(item.accountNumber) };
    },

    /** Puts an upload with its media, at a location that is there. One call. */
    begin: (upload: Upload, all: readonly Medium[]): Promise<Written> => {
      const expiry = expiryAfter(MONTH_SECONDS);
      const expires = upload.kind === 'socialMedia' ? expiry : undefined;
      const actions: readonly Action[] = [
        { Put: { Item: uploadItem(upload, expiry), ConditionExpression: 'attribute_not_exists(pk)' } },
        { Put: { Item: mediaDueItem(upload) } },
        ...all.map((medium) => ({ Put: { Item: mediumItem(medium, expires) } })),
        {
          ConditionCheck: {
            Key: businessKey(partnerId, upload.businessNumber),
            ConditionExpression: 'attribute_exists(pk)',
          },
        },
      ];
      const result = { uploadId: upload.uploadId, mediaIds: upload.mediaIds };
      return write(store, { strategy: creation(), actions, basedOn: [0], mark: nextMark(), result });
    },

    /** An upload, and those of its media that are there. Two calls. */
    upload: async (businessNumber: number, uploadId: string) => {
      const item = await table.get(uploadKey({ partnerId, businessNumber, uploadId }));
      if (!item || hasExpired(item)) return undefined;
      const upload = uploadFrom(item);
      return { upload, media: await read(upload) };
    },

    /** Those of these ids that are the location's own media. One call for a hundred. */
    find: (businessNumber: number, mediaIds: readonly string[]): Promise<readonly Medium[]> =>
      read({ kind: 'media', businessNumber, mediaIds }),

    /** What the location's own media were asked for with. One call for each MB. */
    texts: async (businessNumber: number): Promise<readonly Texts[]> => {
      const found: Texts[] = [];
      const pages = table.query({ ...ownOf(businessNumber), ...ONLY_TEXTS });
      for await (const page of pages) found.push(...(page as unknown as readonly Texts[]));
      return found;
    },

    /** The location's own media, in the order in which they were asked for. One call for each MB. */
    list: async (businessNumber: number): Promise<readonly Medium[]> => {
      const found: Medium[] = [];
      for await (const page of table.query(ownOf(businessNumber))) found.push(...page.map(mediumFrom));
      const order = ({ created, position }: Medium) => `${created}#${String(position).padStart(3, '0')}`;
      return found.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
    },

    /** Puts a medium into another category; `false` where it is not there. */
    setCategory: async (businessNumber: number, mediaId: string, mediaCategory: Category): Promise<boolean> => {
      const key = mediumKey({ partnerId, businessNumber, kind: 'media', mediaId });
      const saved = await saveVersion(store, { key, changes: { mediaCategory }, added: 0 });
      return 'saved' in saved;
    },

    /** Deletes media that are there; their objects follow (functions/events/fetch-media.ts). One call. */
    remove: (businessNumber: number, found: readonly Medium[]): Promise<Written> => {
      const actions: readonly Action[] = [
        ...found.map((medium) => tracedDeletion(mediumKey(medium), medium.mediaId)),
        {
          ConditionCheck: { Key: businessKey(partnerId, businessNumber), ConditionExpression: 'attribute_exists(pk)' },
        },
      ];
      return write(store, { strategy: withDependents, actions, basedOn: [undefined], mark: nextMark() });
    },
  };
}) satisfies Opened<unknown>;
