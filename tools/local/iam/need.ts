/** A right that a call needs from its caller's role. A call may need several, and is allowed if the role has all. */

/**
 * The values of condition keys in a request. A key that the request does not have is left out, which is not the same as a key
 * without values.
 */
export type Context = Readonly<Record<string, readonly string[]>>;

export interface Need {
  /** `dynamodb:GetItem`. */
  readonly action: string;
  /** The ARN that the action is about. */
  readonly resource: string;
  readonly context: Context;
}
