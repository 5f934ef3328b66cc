/** The API-key look-up: 1167 without a key, 1161 for one that may not be used, and for two of them. */
import type { MiddlewareObj } from '@middy/core';
import * as errors from '../contract/error-rows.ts';
import type { Contract } from '../contract/operation.ts';
import { serviceTable } from '../dynamodb/environment.ts';
import { writerText } from '../dynamodb/writer.ts';
import { apiKeyLookup } from '../partners/key-lookup.ts';
import { ApiError } from './api-error.ts';
import type { ChainEvent } from './event.ts';
import { valuesOf } from './headers.ts';

/** Finds the partner and opens the table for it, within the time that the request has; what is written names the key. */
export const authenticate = ({ id: operation }: Contract): MiddlewareObj<ChainEvent> => {
  const judge = apiKeyLookup();
  return {
    before: async function authenticateBefore({ event }) {
      const secrets = valuesOf(event, 'x-api-key').map((value) => value.trim());
      event.keyJudged = { refused: 'missing' };
      if (!secrets.some((secret) => secret !== '')) throw new ApiError(errors.keyMissing);
      event.keyJudged = { refused: 'several' };
      if (secrets.length > 1) throw new ApiError(errors.keyInvalid);
      delete event.keyJudged;
      const table = serviceTable().within(event.limits);
      const judged = await judge(table, secrets[0]!);
      event.keyJudged = judged;
      if (judged.refused) throw new ApiError(errors.keyInvalid);
      const requestId = event.requestContext?.requestId ?? '';
      const writer = writerText({ kind: 'key', keyId: judged.keyId, operation, requestId });
      event.store = { table: table.within({ writer }), partnerId: judged.apiKey.partnerId };
      event.plan = judged.apiKey.plan;
    },
  };
};
