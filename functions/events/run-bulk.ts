/**
 * On the queue of bulk updates: executes a slice of a job, row by row, as patch business. Each minute: ends jobs that are
 * late (docs/bulk.md).
 */
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { serviceBucket } from '../../lib/bucket/client.ts';
import { endLate } from '../../lib/bulk/end-late.ts';
import type { NumberedRow, Outcome, RowExecutor } from '../../lib/bulk/execute.ts';
import type { StoredJob } from '../../lib/bulk/repository/job.ts';
import { sliceFrom } from '../../lib/bulk/repository/message.ts';
import { NOT_EXECUTED, runSlice } from '../../lib/bulk/run.ts';
import { beginningBy, hasChanged, watched } from '../../lib/bulk/watch-writes.ts';
import { patchBusiness } from '../../lib/business/contracts/patch-business.ts';
import { patchRecord } from '../../lib/business/patch.ts';
import { patchBody } from '../../lib/business/patch-body.ts';
import * as errors from '../../lib/contract/error-rows.ts';
import * as laterErrors from '../../lib/contract/later-error-rows.ts';
import { clock } from '../../lib/dynamodb/client/clock.ts';
import { serviceTable } from '../../lib/dynamodb/client/environment.ts';
import { StoreUnavailable } from '../../lib/dynamodb/client/outcomes.ts';
import { type Invocation, timeLimitsOf } from '../../lib/dynamodb/stream/invocation.ts';
import type { PartnerStore } from '../../lib/dynamodb/table/partner-store.ts';
import { KeyReused } from '../../lib/dynamodb/writes/idempotency-record.ts';
import { WRITER, writerFrom, writerText } from '../../lib/dynamodb/writes/writer.ts';
import { savedOf } from '../../lib/http/api-error.ts';
import { insideWithRules } from '../../lib/http/endpoint.ts';
import type { Used } from '../../lib/http/idempotency/store.ts';
import { type InsideResponse, refuseInside, sendInside } from '../../lib/http/inside.ts';
import { etag, Versioned, versionError } from '../../lib/http/versions.ts';
import { serviceQueue } from '../../lib/queue/client.ts';
import { eachMessage } from '../../lib/queue/each-message.ts';

/** How often a row is tried while the store fails. */
const TRIES = 3;
const NONE = { none: true } as const;
const notExecuted = { ...errors.unavailable, message: NOT_EXECUTED };

/** The chain of patch business for the locations of one account. A row is answered with whether it changed anything. */
const patchRows = (accountNumber: number, store: () => PartnerStore) =>
  insideWithRules(
    patchBusiness,
    patchBody(accountNumber),
    async ({ store: own, path: { businessId }, prepared, validateOnly, ifMatch }) => {
      const { store: noting, changed } = watched(own);
      const precondition = ({ version }: { readonly version: number }) => versionError(ifMatch, version);
      const result = await patchRecord(noting, businessId, { prepared, precondition, validateOnly });
      const named = savedOf(result, laterErrors.businessNotFound);
      const { version } = 'account' in named ? named.account : named.business;
      const wouldChange = result && 'wouldChange' in result && result.wouldChange === true;
      return new Versioned({ changed: validateOnly ? wouldChange : changed() }, version);
    },
    store,
  );

const outcomeOf = ({ status, body, etag: version }: InsideResponse): Outcome => {
  if (status === 200) return { status, code: null, message: null, changed: body.changed, etag: version };
  if (body.message === NOT_EXECUTED) return NONE;
  return { status, code: body.code, message: body.message, changed: false, etag: null };
};

/** What was executed under the key of a row before. */
const outcomeBefore = (used: Used): Outcome => {
  const { kept } = used;
  if (!kept) return { status: 200, code: null, message: null, changed: hasChanged(used), etag: null };
  if ('error' in kept) return outcomeOf({ status: kept.error.status, body: kept.error, etag: null });
  return outcomeOf({ status: 200, body: JSON.parse(kept.body), etag: etag(kept.version ?? '') });
};

/** Writes of a row name the key that has started the job, and the job. */
const storeOf = (job: StoredJob, deadline: number): PartnerStore => {
  const starter = writerFrom(job.item[WRITER]);
  const keyId = starter?.kind === 'key' ? starter.keyId : '';
  const writer = writerText({ kind: 'key', keyId, operation: 'startBulkUpdate', requestId: job.jobId });
  return { table: serviceTable().within({ deadline, writer }), partnerId: job.partnerId };
};

const executorWithin =
  ({ deadline, hasTime }: ReturnType<typeof timeLimitsOf>) =>
  (job: StoredJob): RowExecutor => {
    const store = storeOf(job, deadline);
    /** For one row: its writes are refused for what others do to its record, whatever the results of other rows. */
    const storeOfRow = (): PartnerStore => ({ ...store, table: store.table.withOwnBudget() });
    let current = store;
    const handle = patchRows(job.accountNumber, () => current);
    const requestOf = ({ row, businessNumber, patch, ifMatch }: NumberedRow) => ({
      path: { businessId: businessNumber },
      body: patch,
      key: `${job.jobId}-${row}`,
      ifMatch,
      validateOnly: job.dryRun,
      requestId: job.jobId,
    });
    const close = async (row: NumberedRow): Promise<Outcome> => {
      if (job.dryRun) return NONE;
      try {
        const used = await refuseInside(storeOfRow(), patchBusiness.id, requestOf(row), notExecuted);
        return used ? outcomeBefore(used) : NONE;
      } catch (error) {
        // The partner has used the key of the row for a request of its own.
        if (error instanceof KeyReused) return NONE;
        throw error;
      }
    };
    return {
      close,
      async execute(row, beginBy) {
        for (let turn = 1; turn <= TRIES; turn++) {
          const { table, wasLate } = beginningBy(storeOfRow().table, turn === 1 ? beginBy : deadline, deadline);
          current = { ...store, table };
          const response = await sendInside(handle, requestOf(row), () => deadline + 2000 - clock.now());
          if (turn === 1 && wasLate()) return undefined;
          const outcome = outcomeOf(response);
          if (response.status === 404 && !job.dryRun) {
            // The location may have been deleted after another worker had executed the row: its key says so.
            const before = await close(row);
            return 'none' in before ? outcome : before;
          }
          if (response.status < 500 || 'none' in outcome) return outcome;
          if (!hasTime()) throw new StoreUnavailable('no time is left for a row that failed');
          await clock.pause(50 * turn);
        }
        return close(row);
      },
    };
  };

export const handler = async (event: Partial<SQSEvent>, invocation: Invocation): Promise<SQSBatchResponse> => {
  const limits = timeLimitsOf(invocation);
  const { deadline, hasTime } = limits;
  // Without a writer: a job keeps who has started it.
  const table = serviceTable().within({ deadline });
  const bucket = serviceBucket('MEDIA_BUCKET', { deadline });
  const context = { table, bucket, hasTime, executorOf: executorWithin(limits) };
  if (!event.Records) {
    await endLate(context);
    return { batchItemFailures: [] };
  }
  const queue = serviceQueue('BULK_QUEUE_URL').within({ deadline });
  return eachMessage({ Records: event.Records }, ({ body }) => runSlice({ ...context, queue }, sliceFrom(body)));
};
