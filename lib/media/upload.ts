/** Uploads from what is asked for to what is answered: they are kept, and fetched once the stream shows them. */
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import type { PartnerStore } from '../dynamodb/partner-store.ts';
import { sources } from '../dynamodb/sources.ts';
import { untilDone } from '../dynamodb/until-done.ts';
import { media } from './repository/media.ts';
import { drawId, type Medium, type MediumKind } from './repository/medium.ts';

/** A file as it is asked for. */
export type Asked = Pick<Medium, 'url' | 'mediaCategory' | 'mediaFormat'> & {
  readonly description?: string | undefined;
};

export interface UploadOrder {
  readonly businessNumber: number;
  readonly kind: MediumKind;
  readonly asked: readonly Asked[];
  readonly description?: string | undefined;
  readonly validateOnly: boolean;
}

export interface Begun {
  /** `0` where it is only judged, as are the ids of its media. */
  readonly uploadId: string;
  readonly media: readonly Medium[];
}

const DRY_ID = '0';

/** @throws StoreUnavailable */
export const beginUpload = async (
  store: PartnerStore,
  { businessNumber, kind, asked, description, validateOnly }: UploadOrder,
): Promise<Begun | { readonly refused: ErrorEntry }> => {
  const { owner, begin } = media(store);
  const made = (
    ids: { readonly uploadId: string; readonly mediaIds: readonly string[] },
    accountNumber: number,
    created: string,
  ): readonly Medium[] =>
    asked.map(({ description: own, ...each }, position) => ({
      ...each,
      ...(own !== undefined && { description: own }),
      kind,
      partnerId: store.partnerId,
      accountNumber,
      businessNumber,
      mediaId: ids.mediaIds[position] ?? DRY_ID,
      uploadId: ids.uploadId,
      position,
      status: 'PENDING',
      created,
      tries: 0,
    }));
  const executed = (result: Readonly<Record<string, unknown>> = {}): Begun => {
    const ids = { uploadId: String(result.uploadId), mediaIds: result.mediaIds as readonly string[] };
    return { uploadId: ids.uploadId, media: made(ids, 0, '') };
  };
  if (store.claim?.executed) return executed(store.claim.executed.result);
  return untilDone(async () => {
    const found = await owner(businessNumber);
    if (!found) return { refused: errors.businessInvalid };
    const created = new Date(sources.now()).toISOString();
    if (validateOnly) {
      const all = made({ uploadId: DRY_ID, mediaIds: [] }, found.accountNumber, created);
      return { uploadId: DRY_ID, media: all };
    }
    const ids = { uploadId: drawId('upl'), mediaIds: asked.map(() => drawId('med')) };
    const all = made(ids, found.accountNumber, created);
    const upload = { ...found, ...ids, kind, created, ...(description !== undefined && { description }) };
    const committed = await begin(upload, all);
    if (committed === 'changed') return committed;
    return committed === 'done' ? { uploadId: ids.uploadId, media: all } : executed(committed.executed.result);
  });
};
