/** Rotate secret: a new secret, next to which the one before it signs for a while. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { secret, subscriptionId } from './shared-schemas.ts';

const within = 'must be a whole number from 0 to 168';

export const rotateSecret = {
  id: 'rotateSecret',
  module: 'subscriptions',
  method: 'POST',
  path: '/v1/subscriptions/{subscriptionId}/secret',
  summary: 'Rotate secret',
  tag: 'Subscriptions',
  description: `Creates a new secret. For \`overlapHours\`, requests are signed with the old and the new secret, so you can switch
without a gap; with 0 the old secret ends immediately. At most two secrets are active: another rotation ends the oldest.

Only this response contains the secret. With the same \`Idempotency-Key\` you can read it again for 24 hours.`,
  pathParameters: { subscriptionId },
  writes: true,
  lasting: true,
  secrets: true,
  secretReply: true,
  request: {
    title: 'SecretRotation',
    type: 'object',
    properties: {
      overlapHours: field(
        {
          type: 'integer',
          minimum: 0,
          maximum: 168,
          'x-errors': { type: within, minimum: within, maximum: within },
        },
        'Hours during which the old secret also signs; 24 by default',
        24,
      ),
    },
  },
  bodyOptional: true,
  reply: { title: 'RotatedSecret', type: 'object', required: ['secret'], properties: { secret } },
  errors: { subscriptionNotFound: errors.subscriptionNotFound, conflict: errors.conflict },
  access: ['GetItem', 'UpdateItem'],
} as const satisfies Contract;
