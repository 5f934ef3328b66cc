/** Mappings of locations to other systems: written once, merged, listed, and gone with their location. */
import { beforeAll, expect, it } from 'vitest';
import { integrationEvents } from '../../../lib/integrations/events.ts';
import { integrationFrom } from '../../../lib/integrations/repository/integration.ts';
import { lineFor } from '../../../tools/data/export.ts';
import { answerOf } from '../../support/call.ts';
import { bare, refused, under } from '../../support/expected.ts';
import { bring, openWorld, scan } from '../../support/opened-world.ts';
import { remove, sweep } from '../business/delete-business/support.ts';
import { list, map, newAccount, property } from './support.ts';

beforeAll(() => openWorld());

const DONE = { status: 200, body: {} };
const NONE = refused(404, 1175, 'No business with this id');
const invalid = (message: string) => refused(400, 400, message);

it('keeps what is left out, replaces properties whole, and clears them with an empty list', async () => {
  const n = await newAccount();
  const mapping = { businessNumber: n + 1, integrationGroupId: 7 };
  expect(await answerOf(map({ ...mapping, active: true, integrationProperties: [{ propertyKey: 'a' }] }))).toEqual(
    DONE,
  );
  const [made] = (await list(n)).body.integrations;
  expect(made).toEqual({
    ...mapping,
    active: true,
    integrationProperties: [property('a')],
    updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  await map({ ...mapping, active: 'No' });
  expect((await list(n)).body.integrations).toMatchObject([{ active: false, integrationProperties: [property('a')] }]);
  for (const [sent, kept] of [
    [
      [property('b', 'two'), property('a', '1')],
      [property('b', 'two'), property('a', '1')],
    ],
    [[], []],
    [[property('c', 'x')], [property('c', 'x')]],
    [null, []],
  ]) {
    await map({ ...mapping, active: false, integrationProperties: sent });
    expect((await list(n)).body.integrations[0].integrationProperties).toEqual(kept);
  }
});

it('lists the fields of a property in one order, whatever order the table has them in', () => {
  const stored = { propertyValue: 'two', propertyKey: 'b' };
  const { integrationProperties } = integrationFrom({ pk: 'P', sk: 'I', integrationProperties: [stored] });
  expect(JSON.stringify(integrationProperties)).toBe(JSON.stringify([property('b', 'two')]));
});

it('keeps updatedAt and sends nothing where nothing changes, and a dry run writes nothing', async () => {
  const n = await newAccount();
  const mapping = { businessNumber: n + 1, integrationGroupId: 7, active: true };
  const stored = async () =>
    (await scan()).filter(({ type, businessNumber }) => type === 'integration' && businessNumber === n + 1);
  expect(await answerOf(map(mapping, { query: { validateOnly: 'true' } }))).toEqual(DONE);
  expect(await stored()).toEqual([]);
  await map(mapping);
  const before = await stored();
  await map(mapping);
  await map(mapping, under(`map-${n}`));
  await map({ ...mapping, active: false }, { query: { validateOnly: 'true' } });
  expect(await stored()).toEqual(before);
  const [item] = before;
  expect(integrationEvents({ oldImage: undefined, newImage: item })).toEqual([
    expect.objectContaining({
      type: 'INTEGRATION_UPDATED',
      businessIds: [n + 1],
      data: { businessId: n + 1, accountNumber: n, integrationGroupId: 7, active: true },
    }),
  ]);
  expect(integrationEvents({ oldImage: item, newImage: { ...item, updatedAt: 'later' } })).toEqual([]);
});

it('says which field is wrong, and the location last', async () => {
  const n = await newAccount();
  const mapping = { businessNumber: n + 1, integrationGroupId: 7, active: true };
  for (const [body, answer] of [
    [{ ...mapping, businessNumber: undefined }, NONE],
    [{ ...mapping, businessNumber: n }, NONE],
    [{ ...mapping, businessNumber: 1.5 }, NONE],
    [{ ...mapping, businessNumber: 201 }, NONE],
    [{ ...mapping, active: undefined, businessNumber: 'x' }, invalid('active is required')],
    [{ ...mapping, integrationGroupId: 0, businessNumber: 'x' }, invalid('integrationGroupId must be at least 1')],
    [
      { ...mapping, integrationProperties: [property('Key'), property('kEY')] },
      invalid('integrationProperties[1].propertyKey must not be the key of another row'),
    ],
    [
      { ...mapping, integrationProperties: [property('')] },
      invalid('integrationProperties[0].propertyKey is required'),
    ],
    [
      { ...mapping, integrationProperties: Array.from({ length: 51 }, (_, at) => property(`k${at}`)) },
      invalid('integrationProperties must have at most 50 items'),
    ],
    [
      { ...mapping, integrationProperties: [property('a', 'x'.repeat(1001))] },
      invalid('integrationProperties[0].propertyValue must have at most 1000 characters'),
    ],
  ] as const)
    expect([body, await answerOf(map(body))]).toEqual([body, answer]);
});

it('holds 50 mappings of a location, also of requests at once', async () => {
  const n = await newAccount();
  const many = Array.from({ length: 47 }, (_, at) => ({
    type: 'integration',
    businessNumber: n + 1,
    integrationGroupId: at + 1,
    active: true,
  }));
  await bring(many);
  const sent = Array.from({ length: 6 }, (_, at) =>
    map({ businessNumber: n + 1, integrationGroupId: 90 + at, active: true }),
  );
  const statuses = (await Promise.all(sent)).map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, 200, 200, 400, 400, 400]);
  expect((await list(n + 1)).body.totalCount).toBe(50);
  const more = await answerOf(map({ businessNumber: n + 1, integrationGroupId: 99, active: true }));
  expect(more).toEqual(invalid("integrationGroupId must be one of the location's 50 mappings, the most it can have"));
  expect((await map({ businessNumber: n + 1, integrationGroupId: 1, active: false })).status).toBe(200);
  expect((await map({ businessNumber: n + 2, integrationGroupId: 99, active: true })).status).toBe(200);
});

it('one of two first writes at once merges into the other', async () => {
  const n = await newAccount();
  const body = { businessNumber: n + 1, integrationGroupId: 7, active: true };
  const sent = ['a', 'b', 'c', 'd'].map((key) => map({ ...body, integrationProperties: [property(key)] }));
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await list(n)).body.totalCount).toBe(1);
  const count = (await scan()).find(
    ({ type, businessNumber }) => type === 'integrationCount' && businessNumber === n + 1,
  );
  expect(count?.amount).toBe(1);
});

it('lists by system, then location, narrowed and paged alike for an account and a location', async () => {
  const n = await newAccount();
  for (const [at, group, active] of [
    [2, 10, true],
    [1, 9, false],
    [1, 10, false],
    [2, 9, true],
  ] as const)
    await map({ businessNumber: n + at, integrationGroupId: group, active });
  const shown = async (businessId: number, query = {}) => {
    const { totalCount, integrations } = (await list(businessId, query)).body;
    return [
      totalCount,
      integrations.map((each: Record<string, number>) => [each.integrationGroupId, each.businessNumber! - n]),
    ];
  };
  expect(await shown(n)).toEqual([
    4,
    [
      [9, 1],
      [9, 2],
      [10, 1],
      [10, 2],
    ],
  ]);
  expect(await shown(n, { startIndex: 1, pageSize: 2 })).toEqual([
    4,
    [
      [9, 2],
      [10, 1],
    ],
  ]);
  expect(await shown(n, { active: true })).toEqual([
    2,
    [
      [9, 2],
      [10, 2],
    ],
  ]);
  expect(await shown(n, { integrationGroupId: 10, active: false })).toEqual([1, [[10, 1]]]);
  expect(await shown(n + 1)).toEqual([
    2,
    [
      [9, 1],
      [10, 1],
    ],
  ]);
  expect(await shown(n + 1, { startIndex: 1 })).toEqual([2, [[10, 1]]]);
  expect(await shown(n + 2, { active: false })).toEqual([0, []]);
  expect(await answerOf(list(n, { pageSize: 0 }))).toEqual(refused(400, 2347, 'Page size must be 1 to 1000'));
  expect(await answerOf(list(n, { pageSize: 'all' }))).toEqual(invalid('pageSize must be an integer'));
  expect(bare(await list('x'))).toEqual(NONE);
});

it('goes with its location, and comes back by its line', async () => {
  const n = await newAccount();
  await map({
    businessNumber: n + 1,
    integrationGroupId: 7,
    active: true,
    integrationProperties: [property('a', 'b')],
  });
  await map({ businessNumber: n + 2, integrationGroupId: 7, active: false });
  const items = async () =>
    (await scan()).filter(({ type, accountNumber }) => String(type).startsWith('integration') && accountNumber === n);
  const lines = (await items()).flatMap((item) => lineFor(item) ?? []);
  await bring(lines);
  expect(await items()).toHaveLength(4);
  const before = await list(n);
  await remove(n + 1);
  await sweep([n + 1]);
  expect(await items()).toHaveLength(2);
  expect((await list(n)).body.integrations).toEqual([before.body.integrations[1]]);
});
