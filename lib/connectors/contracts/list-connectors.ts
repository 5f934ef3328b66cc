/** List connectors: the connectors of an account, without its secret. */
import * as errors from '../../contract/error-rows.ts';
import type { Contract } from '../../contract/operation.ts';
import { account, connectorList, setId } from './shared-schemas.ts';

export const listConnectors = {
  id: 'listConnectors',
  module: 'connectors',
  method: 'GET',
  path: '/v1/connectors',
  summary: 'List connectors',
  tag: 'Connectors',
  description: `Lists the connectors of an account, at most one for each channel, without the secret that signs jobs.

The \`id\` works as a subscription id in rotate secret, test webhook and list deliveries, which lists jobs.`,
  headers: account,
  reply: {
    title: 'Connectors',
    type: 'object',
    required: ['id', 'connectors'],
    properties: { id: setId, connectors: connectorList },
  },
  errors: { businessInvalid: errors.businessInvalid },
  access: ['BatchGetItem', 'Query'],
} as const satisfies Contract;
