/** The audit of what operations write: each change of a record names the key and the operation, whatever the operation is. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StoredEntry } from '../../../lib/audit/repository/entry.ts';
import { operations } from '../../../lib/operations.ts';
import { keyHash, keyId } from '../../../lib/partners/repository/api-key.ts';
import type { OpenTable } from '../../../tools/open-table.ts';
import { ask, DEMO_KEYS } from '../../contract/sample-call.ts';
import { itemsOfCases } from '../../support/case-items.ts';
import { putItems } from '../../support/put-items.ts';
import { closeAudited, entriesOf, openAudited, putAside } from './audit-world.ts';

/** They write nothing that the audit shows: secrets, commands, files that expire, jobs of which the rows or the results are shown. */
const NOTHING_SHOWN = new Set([
  ...['rotateSecret', 'replay', 'uploadSocialMedia'],
  ...['startBulkUpdate', 'cancelBulkUpdate', 'reportResults'],
]);

const writing = operations.filter(({ writes, id }) => writes && !NOTHING_SHOWN.has(id));

let table: OpenTable;
let entries: readonly StoredEntry[];
let responses = '';
beforeAll(async () => {
  table = await openAudited();
  // What examples need next to the demo data is no one's write.
  await putItems(table, itemsOfCases());
  entries = await entriesOf(async () => {
    for (const operation of operations)
      for (const { parameters, body } of operation.cases.examples) {
        const { text } = await ask(operation, { body, ...(parameters && { parameters }) });
        responses += text;
      }
  });
});
afterAll(closeAudited);

/** What a deleted account had when its parts were removed: that hangs on when the stream came to it. */
const isPart = ({ goneWith, writer }: StoredEntry): boolean =>
  goneWith !== undefined || (writer?.kind === 'function' && /^removal of /.test(writer.follows));
const byKeys = () => entries.filter(({ writer }) => writer?.kind === 'key');

it('names the key, the operation and the request in each entry', () => {
  const own = keyId(keyHash(DEMO_KEYS.own));
  const others = entries.filter(({ writer }) => writer?.kind !== 'key');
  expect(others.filter((entry) => !isPart(entry))).toEqual([]);
  for (const { writer } of byKeys()) expect(writer).toMatchObject({ keyId: own, requestId: 'sample' });
  const named = new Set(byKeys().map(({ writer }) => writer?.kind === 'key' && writer.operation));
  expect([...named].toSorted()).toEqual(writing.map(({ id }) => id).toSorted());
});

it('has each deletion, by whoever deleted', () => {
  const gone = byKeys().filter((entry) => entry.change === 'deleted' && !isPart(entry));
  const by = gone.map(({ what, writer }) => `${what} ${writer?.kind === 'key' && writer.operation}`);
  expect([...new Set(by)].toSorted()).toMatchInlineSnapshot(`
    [
      "account deleteBusiness",
      "aggregationLink deleteAggregationLink",
      "business deleteBusiness",
      "competitor deleteCompetitor",
      "contact deleteContact",
      "customField deleteField",
      "media deleteMedia",
      "person removeUser",
      "product deleteProducts",
      "qna deleteQna",
      "reviewSource deleteReviewSource",
      "service deleteServices",
      "subscription deleteSubscription",
      "subscription setConnectors",
      "subscription unsubscribe",
      "user removeUser",
    ]
  `);
});

it('is in no response', () => {
  expect(responses.length).toBeGreaterThan(10_000);
  expect(responses).not.toContain('writtenBy');
  expect(responses).not.toContain(keyId(keyHash(DEMO_KEYS.own)));
});

it('left nothing that could not be recorded', () => {
  expect(putAside()).toEqual([]);
});
