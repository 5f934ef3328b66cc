/** Rotate secret: a new secret, beside which the one before it signs for a while. */
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import type { Contract } from '../../contract/operation.ts';
import { secret, subscriptionId } from './parts.ts';

const within = 'must be a whole number from 0 to 168';

export const rotateSecret = {
  id: 'rotateSecret',
  module: 'subscriptions',
  method: 'POST',
  path: '/v1/subscriptions/{subscriptionId}/secret',
  summary: 'Rotate secret',
  tag: 'Subscriptions',
  description: `Makes a new secret. For \`overlapHours\` requests are signed with both, so that you can change over without a
gap; with 0 the one before signs nothing any more. There are two at most: rotated again, the oldest one ends at once.

The secret is shown in this response alone. Under an \`Idempotency-Key\` a repetition shows it for 24 hours.`,
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
        'How long the secret before signs too; 24 unless it is sent',
        24,
      ),
    },
  },
  bodyOptional: true,
  reply: { title: 'RotatedSecret', type: 'object', required: ['secret'], properties: { secret } },
  errors: { subscriptionNotFound: errors.subscriptionNotFound, conflict: errors.conflict },
  access: ['GetItem', 'UpdateItem'],
} as const satisfies Contract;
