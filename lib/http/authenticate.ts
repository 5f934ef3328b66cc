/** The API-key look-up: 1167 without a key, 1161 for one that may not be used, and for two of them. */
import type { MiddlewareObj } from '@middy/core';
import * as errors from '../contract/error-rows.ts';
import { serviceTable } from '../dynamodb/environment.ts';
import { apiKeyLookup } from '../partners/key-lookup.ts';
import { ApiError } from './api-error.ts';
import type { ChainEvent } from './event.ts';
import { valuesOf } from './headers.ts';

/** Finds the partner and opens the table for it, within the time that the request has. */
export const authenticate = (): MiddlewareObj<ChainEvent> => {
  const findPartner = apiKeyLookup();
  return {
    before: async function authenticateBefore({ event }) {
      const secrets = valuesOf(event, 'x-api-key').map((value) => value.trim());
      if (!secrets.some((secret) => secret !== '')) throw new ApiError(errors.keyMissing);
      if (secrets.length > 1) throw new ApiError(errors.keyInvalid);
      const table = serviceTable().within(event.limits);
      const partner = await findPartner(table, secrets[0]!);
      if (!partner) throw new ApiError(errors.keyInvalid);
      event.store = { table, partnerId: partner.partnerId };
      event.plan = partner.plan;
    },
  };
};
