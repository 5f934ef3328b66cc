/** Connector keys of one account: what is of another is not there for them, under no `Idempotency-Key` either. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../../lib/operations.ts';
import { apiKeyItem, keyHash } from '../../../lib/partners/repository/api-key.ts';
import { DEMO } from '../../../lib/social/contracts/demo.cases.ts';
import { type DemoTable, openDemoTable } from '../../contract/demo-table.ts';
import { ask, type Sent } from '../../contract/sample-call.ts';

const KEYS = { own: 'connector-key-of-the-account-01', other: 'connector-key-of-another-one-01' } as const;
const ACCOUNTS = { own: 700100, other: 700300 } as const;

let demo: DemoTable;
beforeAll(async () => {
  demo = await openDemoTable(
    (['own', 'other'] as const).map((whose) =>
      apiKeyItem(keyHash(KEYS[whose]), {
        ...{ partnerId: 'orchard', plan: 'enterprise', meteringKey: 'm' },
        ...{ connector: true, accountNumber: ACCOUNTS[whose] },
      }),
    ),
  );
});
afterEach(() => demo.restore());

const numbers = { trackingId: DEMO.published, businessNumber: 700101, impressions: 1500, engagements: 61 };
const open = operations.filter(({ connectorKeys }) => connectorKeys);
/** The job of its example is over, and unknown to all. */
const examplesOf = ({ id, cases }: (typeof open)[number]): readonly Sent[] =>
  id === 'reportResults' ? [{ body: { results: [numbers] } }] : cases.examples;
const cases = open.flatMap((operation) =>
  examplesOf(operation).map((example, index) => [operation.id, index + 1, example] as const),
);

it('open the operations of connectors alone', () => {
  expect(open.map(({ id }) => id).toSorted()).toEqual(['receiveMessage', 'reportResults', 'setChannel']);
});

describe.each(cases)('%s, example %d', (id, _, sent) => {
  const operation = operations.find((each) => each.id === id)!;
  const send = (whose: keyof typeof KEYS, key: string) =>
    ask(operation, { ...sent, parameters: { ...sent.parameters, 'Idempotency-Key': key }, key: KEYS[whose] });
  const isReplay = ({ headers }: Awaited<ReturnType<typeof send>>) => headers['Idempotent-Replayed'] !== undefined;

  it('a key of the account is not answered with what one of another account was refused', async () => {
    const expected = await send('own', 'fresh');
    expect(expected.status).toBe(200);
    await demo.restore();
    const refused = await send('other', 'shared');
    const own = await send('own', 'shared');
    expect([own.status, isReplay(own)]).toEqual([200, false]);
    expect(own.text).not.toBe(refused.text);
  });

  it('a key of another account is not answered with what one of the account was', async () => {
    const own = await send('own', 'shared');
    const other = await send('other', 'shared');
    expect([own.status, isReplay(other)]).toEqual([200, false]);
    expect(other.text).not.toBe(own.text);
    expect(await send('own', 'shared')).toMatchObject({ text: own.text, headers: { 'Idempotent-Replayed': 'true' } });
  });
});
