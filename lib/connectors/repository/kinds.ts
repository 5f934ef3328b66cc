/** What a module says of its jobs (docs/connectors.md: jobs of a module). */
import type { Item } from '../../dynamodb/table/attributes.ts';
import type { Key } from '../../dynamodb/table/keys.ts';
import type { PartnerStore } from '../../dynamodb/table/partner-store.ts';
import type { Action } from '../../dynamodb/writes/transactions.ts';
import type { Act, StoredJob } from './job.ts';
import type { ReportRow } from './report-row.ts';
import type { ResultStatus } from './states.ts';

/** Items that were read for a job, by the names that its kind gave their keys. */
export type Found = Readonly<Record<string, Item | undefined>>;

/** How a job ends, or goes on. */
export interface JobOutcome {
  readonly status: ResultStatus | 'accepted';
  /** Of what was done: its id and URL outside. */
  readonly resultId?: string;
  readonly resultUrl?: string;
  /** Why it failed or was rejected. */
  readonly reason?: string;
  /** It ends without a result of the connector. */
  readonly isEndedByUs?: true;
  /** The connector says that the channel of the location is disconnected. */
  readonly isDisconnected?: true;
}

/** What the writes of a result have in common. */
export interface Completing {
  readonly store: PartnerStore;
  /** The mark of the transaction. */
  readonly mark: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The row of a report that it came with. */
  readonly report?: ReportRow;
}

/** What makes requests, in addition to the table. */
export interface Tools {
  readonly store: PartnerStore;
  /** A URL of an object of our bucket that is good for a quarter of an hour. */
  readonly signedUrl: (key: string) => string;
}

/** A kind of jobs: what they are of, what is sent for them, and what follows from their results. */
export interface JobKind {
  readonly acts: readonly Act[];
  /** What else a result is written with: read with the job, by name. */
  readonly keys: (job: StoredJob) => Readonly<Record<string, Key>>;
  /** What only a request needs, by name; none where it is left out. */
  readonly requestKeys?: (job: StoredJob) => Readonly<Record<string, Key>>;
  /**
   * Why a job ends without a request, by what was read for it; `undefined` where it goes on. The core ends what has no
   * location any more.
   */
  readonly endsFor?: (job: StoredJob, found: Found) => string | undefined;
  /** What a request has next to `channel`, `locationNumber` and what else all have; a text where the job ends for it. */
  readonly data: (job: StoredJob, found: Found, tools: Tools) => Promise<Readonly<Record<string, unknown>> | string>;
  /**
   * The actions of a result in addition to the job's own, in its transaction: each on condition that its item is as it was read. An
   * item that is gone is left out, on condition that it is gone. The sequence is none of them.
   */
  readonly completed: (job: StoredJob, found: Found, outcome: JobOutcome, completing: Completing) => readonly Action[];
  /** The name, in `keys`, of the item whose sequence the job is in. */
  readonly sequence?: string;
  /** Whether `done` counts although the job has ended without a result; it does where this is left out. */
  readonly isLateWelcome?: (job: StoredJob, found: Found) => boolean;
  /** An answer of the other side, which the sandbox connector makes (`#reply`). */
  readonly replied?: (store: PartnerStore, job: StoredJob, text: string) => Promise<void>;
}

/** The kind of each act. */
export type JobKinds = ReadonlyMap<Act, JobKind>;

export const kindsOf = (...kinds: readonly JobKind[]): JobKinds =>
  new Map(kinds.flatMap((kind) => kind.acts.map((act) => [act, kind] as const)));
