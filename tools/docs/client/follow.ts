/** The methods of the TypeScript client that follow changes and bulk updates: each of them makes several calls. Pure. */
import type { ClientOperation } from './facts.ts';

const CHANGES = `
  /**
   * Iterates over the changes of an account, without an end: reads what there is, then asks again every 10 seconds.
   * Each change comes once: one with the id of one of the last 10,000 is left out. It has the \`cursor\` to continue from when
   * the program starts again: nothing is lost, and changes of the same page may come again. \`onCursor\` gets the cursor
   * after each page, also after one without changes, whose cursors have no change to come with.
   */
  async *changes(
    request: requests.ListChangesRequest,
    { waitMilliseconds = 10_000, onCursor, ...options }: FollowOptions = {},
  ): AsyncGenerator<types.Change & { readonly cursor: string }> {
    const seen = new RecentIds();
    const { from, ...filter } = request;
    // No cursor begins where a first page begins, so that has one change alone.
    let next = from === undefined ? request : { ...request, pageSize: 1 };
    for (;;) {
      const { data } = await this.listChanges(next, options);
      // After the first of a page the next call has to begin where this page began: nothing is lost if the program ends.
      const cursor = next.cursor ?? data.cursor;
      for (const [index, change] of data.changes.entries()) {
        const isLast = index === data.changes.length - 1;
        if (seen.add(change.id)) yield { ...change, cursor: isLast ? data.cursor : cursor };
      }
      await onCursor?.(data.cursor);
      next = { ...filter, cursor: data.cursor };
      if (!data.hasMore) await pause(waitMilliseconds, options.signal);
    }
  }
`;

const BULK = `
  /**
   * Starts a bulk update of any number of rows, up to a thousand a request, and yields the job each time it has
   * advanced, until it has ended. Then read its results with \`pages.getBulkUpdate\` or \`all.getBulkUpdate\`.
   */
  async *bulk(
    { rows, dryRun = false, note, ...request }: Omit<requests.StartBulkUpdateRequest, 'body'> & {
      readonly rows: readonly types.BulkRow[];
      readonly dryRun?: boolean;
      readonly note?: string;
    },
    { waitMilliseconds = 1000, ...options }: CallOptions & { readonly waitMilliseconds?: number } = {},
  ): AsyncGenerator<types.BulkUpdate> {
    let job: types.BulkUpdate | undefined;
    let offset = 0;
    const parts = rowsOfRequests(rows);
    for (const [index, part] of parts.entries()) {
      const more = job ? { jobId: job.jobId, offset } : { dryRun, ...(note !== undefined && { note }) };
      const body = { updates: [...part], start: index === parts.length - 1, ...more };
      job = (await this.startBulkUpdate({ ...request, body }, options)).data;
      offset += part.length;
    }
    if (!job) return;
    yield job;
    while (job.state === 'OPEN' || job.state === 'RUNNING') {
      await pause(waitMilliseconds, options.signal);
      const { jobId }: types.BulkUpdate = job;
      const { totalCount: _, results: __, ...now } = (await this.getBulkUpdate({ jobId, pageSize: 1 }, options)).data;
      const hasAdvanced = now.done !== job.done || now.state !== job.state;
      job = now as types.BulkUpdate;
      if (hasAdvanced) yield job;
    }
  }
`;

/** The methods for the operations that a client has. */
export const followers = (operations: readonly ClientOperation[]): string =>
  [
    ['listChanges', CHANGES],
    ['startBulkUpdate', BULK],
  ]
    .flatMap(([id, text]) => (operations.some((operation) => operation.id === id) ? [text] : []))
    .join('');
