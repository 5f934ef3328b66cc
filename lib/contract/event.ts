/** Events as modules make them of what was committed: what happened, whose it is, and what is told of it. */

type Image = Readonly<Record<string, unknown>>;

/** A change of one item; none of the images where it was not there, or is not there any more. */
export interface TableChange {
  readonly oldImage: Image | undefined;
  readonly newImage: Image | undefined;
}

export interface ModuleEvent {
  /** `BUSINESS_UPDATED`: one of the catalogue. */
  readonly type: string;
  readonly partnerId: string;
  /** The account that it belongs to, whose subscriptions are told. */
  readonly accountNumber: number;
  /** An account above it whose subscriptions are told too. */
  readonly above?: number;
  /** The locations that it is about: a subscription of one of them is told. */
  readonly businessIds: readonly number[];
  /** What is told: numbers and names of fields. No email, phone or name of a person, and no whole record. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * The events of a change; none for what is no change of the module's records. Pure.
 *
 * @throws whatever an image that is none of the module's makes it throw
 */
export type EventsOf = (change: TableChange) => readonly ModuleEvent[];
