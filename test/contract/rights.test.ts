/** What the role of an operation allows on the table is what its function does: neither a right is missing, nor one too many. */
import { afterEach, beforeAll, expect, it } from 'vitest';
import { type Operation, provocationAt } from '../../lib/contract/cases.ts';
import { sandboxOperations } from '../../lib/operations.ts';
import { rightsOf } from '../../tools/local/iam/authority.ts';
import { nameOf } from '../../tools/local/iam/roles.ts';
import { triedOperations } from '../support/chosen.ts';
import { deployedAs, rightsUsedBy } from '../support/roles/record.ts';
import { type DemoTable, openDemoTable } from './demo-table.ts';
import { ask, type Sent } from './sample-call.ts';

let table: DemoTable;
beforeAll(async () => {
  table = await openDemoTable();
});
afterEach(() => table.restore());

/** Every request that the cases hold. */
const requestsOf = ({ cases }: Operation): readonly Sent[] => [
  ...cases.examples,
  ...Object.values(cases.provocations).flatMap((provoked) => provocationAt(Date.now(), provoked) ?? []),
  ...(cases.invalid ? [cases.invalid] : []),
  ...Object.values(cases.foreign).flatMap(({ foreign, absent }) => [foreign, absent]),
];

const withParameter = (sent: Sent, name: string, value: string): Sent => ({
  ...sent,
  parameters: { ...sent.parameters, [name]: value },
});

/** A request in each way that its contract offers. */
const waysOf = ({ writes, ifMatch }: Operation, sent: Sent, index: number): readonly Sent[] => [
  sent,
  { ...sent, headers: { Accept: 'application/problem+json' } },
  ...(writes ? [withParameter(sent, 'validateOnly', 'true')] : []),
  ...(ifMatch ? [withParameter(sent, 'If-Match', '*')] : []),
  // The second one finds what the first one kept.
  ...(writes ? [0, 1].map(() => withParameter(sent, 'Idempotency-Key', `rights-${index}`)) : []),
];

/**
 * What no request of the cases brings about: another request has to come between, or the stream and the clock have to go
 * before. Tests of the function do.
 */
const IN_TESTS: Readonly<Record<string, readonly string[]>> = {
  // Takes a new phone of a customer along: test/functions/surveys/submit-response.test.ts.
  submitResponse: ['dynamodb:deleteitem'],
  // Custom fields, as update business: test/functions/business/patch-business/location.test.ts.
  patchBusiness: ['dynamodb:deleteitem', 'dynamodb:query'],
  // Takes the value of a field that was deleted along: test/functions/fields/made-again.test.ts.
  setFieldValue: ['dynamodb:deleteitem'],
  // Counts competitors that an earlier release has loaded: test/functions/competitors/competitors.test.ts.
  deleteCompetitor: ['dynamodb:query'],
  // A cursor, or a time to begin at, is of the last 30 days: test/functions/changes/list-changes.test.ts.
  listChanges: ['dynamodb:query'],
  // A job comes of a post that has started: test/functions/social/posts.test.ts.
  reportResults: ['dynamodb:batchgetitem', 'dynamodb:conditioncheckitem'],
  // Moves a post, to a time of the next 366 days: test/functions/social/posts.test.ts.
  editScheduledPost: ['dynamodb:deleteitem'],
  // Opts in again by a word, or takes a new phone of a contact along: test/functions/conversations/receive-message.test.ts.
  receiveMessage: ['dynamodb:deleteitem'],
  // Prunes after hundreds of changes: test/functions/tickets/at-once.test.ts.
  updateTickets: ['dynamodb:query'],
};

const tried = [...triedOperations(12, { salt: 'rights' }), ...sandboxOperations];

/** What the role of an operation may do to the table: actions, in lower case. */
const actionsIn = (rights: Iterable<string>, functionId: string): readonly string[] =>
  [
    ...new Set(
      [...rights].flatMap((right) => {
        const [name, action = ''] = right.split(' ');
        return name === nameOf(functionId) && action.startsWith('dynamodb:') ? action : [];
      }),
    ),
  ].toSorted();

// What its role lacks is refused, and fails the test by itself.
it.each(tried)('$id uses all that its role may do to the table', async (operation) => {
  const requests = requestsOf(operation).flatMap((sent, index) => waysOf(operation, sent, index));
  const { roles, functionId } = await deployedAs(operation.entry);
  const used = await rightsUsedBy(async () => {
    // The functions may remember the demo's keys by now; one that is not known is looked for each time.
    for (const sent of [{ key: 'no-such-key-0000000000001' }, ...requests]) {
      await ask(operation, sent);
      await table.restore();
    }
    // The same under a key, where it changes nothing any more.
    const [example] = operation.cases.examples;
    await ask(operation, example);
    if (operation.writes) await ask(operation, withParameter(example, 'Idempotency-Key', 'rights-unchanged'));
    await table.restore();
  });
  const unused = actionsIn(rightsOf(roles), functionId).filter(
    (action) => !actionsIn(used, functionId).includes(action),
  );
  expect(unused).toEqual((IN_TESTS[operation.id] ?? []).toSorted());
});
