/** Set connectors: the complete list of an account's connectors, and their authorization. */
import { anyCase } from '../../contract/any-case.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { authorization, secret } from '../../subscriptions/contracts/shared-schemas.ts';
import { CHANNELS } from '../repository/channels.ts';
import { account, connectorList, setId } from './shared-schemas.ts';

export const setConnectors = {
  id: 'setConnectors',
  module: 'connectors',
  method: 'PUT',
  path: '/v1/connectors',
  summary: 'Set connectors',
  tag: 'Connectors',
  description: `Replaces the list of an account's connectors. A connector carries out jobs for one channel: it publishes, edits
and deletes posts on a site, or sends messages. It holds the tokens of sites and carriers; we hold none.

- A connector keeps its \`id\` as long as its channel is in the list. Sending it again enables it, and forgets its failures.
- An empty list removes all connectors. Open jobs then fail at their next try.
- Requests are signed like those of webhooks. The secret is shown when the list is new, and in no other response; under an
  \`Idempotency-Key\` a repetition shows it for 24 hours.
- \`auth\` replaces the basic authorization; null removes it; if you omit it, it stays.
- In a sandbox, \`url\` may also be \`sandbox\`: the service then answers its jobs itself.`,
  headers: account,
  writes: true,
  lasting: true,
  secrets: true,
  secretReply: true,
  request: {
    title: 'ConnectorsToSet',
    type: 'object',
    required: ['connectors'],
    properties: {
      connectors: field(
        {
          type: 'array',
          'x-read': 'array',
          // An empty list removes all; null and blank text are refused.
          'x-blank': 'null',
          minItems: 0,
          maxItems: CHANNELS.length,
          items: {
            title: 'ConnectorToSet',
            type: 'object',
            required: ['channel', 'url'],
            properties: {
              channel: field(anyCase(CHANNELS), `The channel, each once: ${CHANNELS.join(', ')}`, 'ALPHA'),
              url: field(
                { type: 'string', maxLength: 2048 },
                'URL to which jobs are sent: https, a public host, port 443 or one from 1024 up, no credentials in it, at most ' +
                  '2048 characters. Redirects are not followed',
                'https://connect.orchard.example/alpha',
              ),
            },
          },
        },
        `All connectors, at most ${CHANNELS.length}`,
        [{ channel: 'ALPHA', url: 'https://connect.orchard.example/alpha' }],
      ),
      auth: field(authorization('ConnectorAuthorization'), 'Basic authorization that requests carry from now on', {
        username: 'jobs',
        password: 'correct horse battery staple',
      }),
    },
  },
  reply: {
    title: 'ConnectorsSet',
    type: 'object',
    required: ['id', 'secret', 'connectors'],
    properties: { id: setId, secret, connectors: connectorList },
  },
  errors: { businessInvalid: errors.businessInvalid, conflict: errors.conflict },
  access: ['BatchGetItem', 'Query', 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
} as const satisfies Contract;
