/** What a function loads when it refuses a request: the compiled module `compiled:reports` of its operation. */
import type { Validate } from '../contract/violations.ts';
import type { bodyViolations, parameterViolations, withStored } from './find-violations.ts';
import type { problemBody } from './problem-body.ts';
import type { violationsOf } from './refusal.ts';

export interface Reports {
  /** Reports every violation of a body. Absent if the operation takes no body. */
  readonly all?: Validate;
  /** Whether a body of a write is not refused for its form alone, whenever that is checked (cdk/build/form.ts). */
  readonly form?: (body: unknown) => boolean;
  /** Reports every violation of the parameters. */
  readonly parameters: Validate;
  /** By error code. */
  readonly titles: Readonly<Record<string, string>>;
  readonly bodyViolations: typeof bodyViolations;
  readonly parameterViolations: typeof parameterViolations;
  readonly withStored: typeof withStored;
  readonly problemBody: typeof problemBody;
  readonly violationsOf: typeof violationsOf;
}
