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
