/** Parameters that several operations share. */
import type { Parameter } from './operation.ts';

/** A number in the path that identifies a business or a competitor account: a positive safe integer, as text. */
export const businessNumberInPath = (name: string, description: string): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string', pattern: '^[1-9][0-9]{0,15}$' },
});

/** Safe retries (README: safe retries): optional on the operations that write. */
export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeating a request with the same key within 24 hours answers as the first time, and changes nothing',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
};

/** Optimistic concurrency: the `ETag` of an earlier answer. */
export const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'Update only the version that this ETag names, or any with `*`; else 412',
  schema: { type: 'string', minLength: 1 },
};

export const validateOnly: Parameter = {
  name: 'validateOnly',
  in: 'query',
  required: false,
  description: 'Judge the request as a real update would, write nothing, and answer with what would be stored',
  schema: { type: 'boolean', default: false },
};
