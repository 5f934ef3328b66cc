/** Requests: who was asked for a review or for answers to a survey, and the digest of what the link proves. */
import { timingSafeEqual } from 'node:crypto';
import type { Item } from '../../dynamodb/table/attributes.ts';
import { epochSeconds } from '../../dynamodb/table/expiry.ts';
import { itemOf } from '../../dynamodb/table/item.ts';
import { digest, type Key, ofPartner } from '../../dynamodb/table/keys.ts';
import { recordBytes } from '../../dynamodb/table/record-size.ts';
import { firstMark } from '../../dynamodb/writes/marks.ts';

/** The type of its items. */
export const REQUEST = 'request';

const KEPT_MILLISECONDS = 90 * 24 * 3600 * 1000;

export interface CampaignRequest {
  readonly externalUId: number;
  readonly accountNumber: number;
  readonly businessNumber: number;
  readonly contactId: number;
  readonly templateId: number;
  readonly surveyId?: number | undefined;
  readonly checkinId?: number | undefined;
  /** Epoch milliseconds. */
  readonly created: number;
}

export const requestKey = (partnerId: string, externalUId: number): Key => ({
  pk: ofPartner(partnerId, 'REQUEST', externalUId),
  sk: 'REQUEST',
});

const digestOf = (secret: string): string => digest('REQUEST', secret);

/** A new item for a request. @param secret - of its link, which is stored as a digest alone */
export const requestItem = (partnerId: string, request: CampaignRequest, secret: string): Item => {
  const { surveyId, checkinId, ...needed } = request;
  const record = {
    partnerId,
    ...needed,
    ...(surveyId !== undefined && { surveyId }),
    ...(checkinId !== undefined && { checkinId }),
    secret: digestOf(secret),
  };
  return itemOf(
    REQUEST,
    {
      ...record,
      ...firstMark(),
      bytes: recordBytes(record),
      expiresAtSeconds: epochSeconds(request.created + KEPT_MILLISECONDS),
    },
    requestKey(partnerId, request.externalUId),
  );
};

/** The opposite of `requestItem`; numbers that nothing has, where there is no item. */
export const requestFrom = (item: Item = {}): CampaignRequest => ({
  externalUId: Number(item.externalUId ?? 0),
  accountNumber: Number(item.accountNumber ?? 0),
  businessNumber: Number(item.businessNumber ?? 0),
  contactId: Number(item.contactId ?? 0),
  templateId: Number(item.templateId ?? 0),
  ...(item.surveyId !== undefined && { surveyId: Number(item.surveyId) }),
  ...(item.checkinId !== undefined && { checkinId: Number(item.checkinId) }),
  created: Number(item.created ?? 0),
});

/** A digest that no secret has: as long as those of secrets. */
const NO_DIGEST = '-'.repeat(digestOf('').length);

/**
 * Whether a secret is that of a request, and the request still good at a time in epoch milliseconds. Takes as long
 * whatever the secret is, and whether or not there is a request: nothing can be learnt digit by digit.
 */
export const isProven = (item: Item | undefined, secret: string, now: number): boolean => {
  const stored = Buffer.from(item ? String(item.secret) : NO_DIGEST);
  const isSame = timingSafeEqual(stored, Buffer.from(digestOf(secret)));
  return isSame && now < Number(item?.created) + KEPT_MILLISECONDS;
};
