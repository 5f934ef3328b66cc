/** Starts uploads: stores their media, which are fetched once the stream delivers them. */
import * as errors from '../contract/error-rows.ts';
import type { Refusal } from '../contract/violations.ts';
import { clock } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { media } from './repository/media.ts';
import { drawId, type Medium, type MediumKind } from './repository/medium.ts';
import { roomViolations } from './rules/room.ts';

/** A requested file. */
export type Asked = Pick<Medium, 'url' | 'mediaCategory' | 'mediaFormat'> & {
  readonly description?: string | undefined;
};

export interface UploadCommand {
  readonly businessNumber: number;
  readonly kind: MediumKind;
  readonly asked: readonly Asked[];
  readonly description?: string | undefined;
  readonly validateOnly: boolean;
}

export interface Begun {
  /** `0` if the upload is only validated, as are the ids of its media. */
  readonly uploadId: string;
  readonly media: readonly Medium[];
}

const DRY_ID = '0';

/** @throws StoreUnavailable */
export const beginUpload = async (
  store: PartnerStore,
  { businessNumber, kind, asked, description, validateOnly }: UploadCommand,
): Promise<Begun | Refusal> => {
  const { owner, begin, texts } = media(store);
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
  if (store.idempotency?.executed) return executed(store.idempotency.executed.result);
  return until(USUAL_ATTEMPTS, async () => {
    const found = await owner(businessNumber);
    if (!found) return { refused: errors.businessInvalid };
    // Requests at once may exceed the limit by what each of them adds: a response has room for that.
    const violations = kind === 'media' ? roomViolations(await texts(businessNumber), asked) : [];
    if (violations[0]) return { refused: violations[0].error, violations };
    const created = new Date(clock.now()).toISOString();
    if (validateOnly) {
      const all = made({ uploadId: DRY_ID, mediaIds: [] }, found.accountNumber, created);
      return { uploadId: DRY_ID, media: all };
    }
    const ids = { uploadId: drawId('upl'), mediaIds: asked.map(() => drawId('med')) };
    const all = made(ids, found.accountNumber, created);
    const upload = { ...found, ...ids, kind, created, ...(description !== undefined && { description }) };
    const written = await begin(upload, all);
    if ('refused' in written) return 'changed';
    return 'done' in written ? { uploadId: ids.uploadId, media: all } : executed(written.executed.result);
  });
};
