/** The API-key lookup: 1167 without a key, 1161 for a key that may not be used, and for two keys. */
import type { MiddlewareObj } from '@middy/core';
import type { DeployedContract } from '../contract/deployed.ts';
import * as errors from '../contract/error-rows.ts';
import { serviceTable } from '../dynamodb/client/environment.ts';
import { writerText } from '../dynamodb/writes/writer.ts';
import { apiKeyLookup } from '../partners/key-lookup.ts';
import { ApiError } from './api-error.ts';
import type { ChainEvent } from './event.ts';
import { valuesOf } from './headers.ts';

/** Finds the partner of the key and opens the table for it, with the request's time limit. Writes record the key. */
export const authenticate = ({
  id: operation,
  connectorKeys,
}: Pick<DeployedContract, 'id' | 'connectorKeys'>): MiddlewareObj<ChainEvent> => {
  const lookUp = apiKeyLookup();
  return {
    before: async function authenticateBefore({ event }) {
      const secrets = valuesOf(event, 'x-api-key').map((value) => value.trim());
      event.keyChecked = { refused: 'missing' };
      if (!secrets.some((secret) => secret !== '')) throw new ApiError(errors.keyMissing);
      event.keyChecked = { refused: 'several' };
      if (secrets.length > 1) throw new ApiError(errors.keyInvalid);
      delete event.keyChecked;
      const table = serviceTable().within(event.limits);
      const lookedUp = await lookUp(table, secrets[0]!);
      event.keyChecked = lookedUp;
      if (lookedUp.refused) throw new ApiError(errors.keyInvalid);
      const { connector = false, accountNumber: onlyAccount } = lookedUp.apiKey;
      if (connector && !connectorKeys) {
        event.keyChecked = { ...lookedUp, refused: 'connector' };
        throw new ApiError(errors.keyInvalid);
      }
      const requestId = event.requestContext?.requestId ?? '';
      const writer = writerText({ kind: 'key', keyId: lookedUp.keyId, operation, requestId });
      const { partnerId } = lookedUp.apiKey;
      event.store = { table: table.within({ writer }), partnerId, ...(connector && { onlyAccount }) };
      event.plan = lookedUp.apiKey.plan;
    },
  };
};
