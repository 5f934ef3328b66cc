/** The methods of the Python client that follow changes and bulk updates: each of them makes several calls. Pure. */
import type { ClientOperation } from './facts.ts';

/** What the blocking and the async client write differently. */
export interface Style {
  readonly prefix: '' | 'Async';
  readonly define: string;
  readonly wait: string;
  readonly iterator: string;
  /** What a function returns whose result is not used. */
  readonly nothing: string;
}

/** @param own - the parameters of the operation, and its arguments */
const changes = (
  { define, wait, iterator, nothing }: Style,
  own: { readonly parameters: string; readonly given: string },
) => `
    ${define} changes(
        self,${own.parameters}
        wait_seconds: float = 10,
        on_cursor: Callable[[str], ${nothing}] | None = None,
        **options: Unpack[CallOptions],
    ) -> ${iterator}[_types.FollowedChange]:
        """
        Iterates over the changes of an account, without an end: reads what there is, then asks again every 10 seconds.
        Each change comes once: one with the id of one of the last 10,000 is left out. It has the \`\`cursor\`\` to continue
        from when the program starts again: nothing is lost, and changes of the same page may come again. \`\`on_cursor\`\`
        gets the cursor after each page, also after one without changes, whose cursors have no change to come with.
        """
        feed = ChangeFeed(${own.given})
        while True:
            answer = ${wait}self._caller.call(_operations.list_changes, feed.next_request(), options)
            for change in feed.read(answer.data):
                yield change
            if on_cursor is not None:
                ${wait}on_cursor(answer.data["cursor"])
            if not feed.has_more:
                ${wait}self._caller.pause(wait_seconds)
`;

const bulk = ({ define, wait, iterator }: Style) => `
    ${define} bulk(
        self,
        *,
        business_number: int,
        rows: Sequence[_types.BulkRow],
        dry_run: bool = False,
        note: str | None = None,
        wait_seconds: float = 1,
        **options: Unpack[CallOptions],
    ) -> ${iterator}[_types.BulkUpdate]:
        """
        Starts a bulk update of any number of rows, up to a thousand a request, and yields the job each time it has
        advanced, until it has ended. Then read its results with \`\`all.get_bulk_update\`\`.
        """
        upload = BulkUpload(rows, dry_run=dry_run, note=note)
        for body in upload.bodies():
            given = {"businessNumber": business_number, "body": body}
            upload.job = (${wait}self._caller.call(_operations.start_bulk_update, given, options)).data
        yield upload.job
        while not upload.is_ended:
            ${wait}self._caller.pause(wait_seconds)
            given = {"jobId": upload.job["jobId"], "pageSize": 1}
            if upload.read((${wait}self._caller.call(_operations.get_bulk_update, given, options)).data):
                yield upload.job
`;

/** The methods for the operations that a client has. */
export const pythonFollowers = (
  operations: readonly ClientOperation[],
  style: Style,
  signatureOf: (operation: ClientOperation) => { readonly parameters: string; readonly given: string },
): string => {
  const feed = operations.find(({ id }) => id === 'listChanges');
  const hasBulk = operations.some(({ id }) => id === 'startBulkUpdate');
  return `${feed ? changes(style, signatureOf(feed)) : ''}${hasBulk ? bulk(style) : ''}`;
};

/** The type of what \`changes\` yields. */
export const followedTypes = (operations: readonly ClientOperation[]): string =>
  operations.some(({ id }) => id === 'listChanges')
    ? `

class FollowedChange(Change):
    #: Continues after this change.
    cursor: str
`
    : '';
