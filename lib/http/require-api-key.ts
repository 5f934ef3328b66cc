/** The API-key look-up (spec section 5): 1167 without a key, 1161 for one that is unknown, revoked or expired. */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { errors } from '../contract/errors.ts';
import { ApiError } from './api-error.ts';

/** Finds the partner behind a secret; `undefined` for a secret that may not be used. */
export type FindPartner = (secret: string) => Promise<{ readonly partnerId: string } | undefined>;

/** The event once the key is known. */
export type AuthenticatedEvent = APIGatewayProxyEvent & { partnerId: string };

export const requireApiKey = (findPartner: FindPartner): MiddlewareObj<AuthenticatedEvent> => ({
  before: async function requireApiKeyBefore({ event }) {
    const secret = event.headers['x-api-key']?.trim();
    if (!secret) throw new ApiError(errors.keyMissing);
    const partner = await findPartner(secret);
    if (!partner) throw new ApiError(errors.keyInvalid);
    event.partnerId = partner.partnerId;
  },
});
