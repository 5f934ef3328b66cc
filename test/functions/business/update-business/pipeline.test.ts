/** One pipeline for an update: what its rules need is loaded once, and a dry run and all violations are the same run. */
import fc from 'fast-check';
import { beforeAll, expect, it, vi } from 'vitest';
import { handler as updateHandler } from '../../../../functions/business/update-business.ts';
import { handler as createField } from '../../../../functions/fields/create-field.ts';
import { updateBusiness } from '../../../../lib/business/contracts/update-business.ts';
import { businessItem } from '../../../../lib/business/repository/business.ts';
import type { Call as TableCall } from '../../../../lib/dynamodb/client/call.ts';
import { endpointWithRules } from '../../../../lib/http/endpoint.ts';
import { Versioned } from '../../../../lib/http/versions.ts';
import { type Medium, mediumItem } from '../../../../lib/media/repository/medium.ts';
import type { OpenTable } from '../../../../tools/open-table.ts';
import { anyBody } from '../../../support/any-body.ts';
import { type Call, call } from '../../../support/call.ts';
import { runs } from '../../../support/chosen.ts';
import { openWorld, through } from '../../../support/opened-world.ts';
import { REQUIRED } from '../../../support/world.ts';

const PROBLEM = { accept: 'application/problem+json' };
const DONE = `med_${'1'.repeat(24)}`;
const ABSENT = `med_${'0'.repeat(24)}`;

let table: OpenTable;
let last = 7000;
beforeAll(async () => {
  table = await openWorld();
  const field = { fieldName: 'Rooms', type: 'NUMBER' };
  expect((await call(createField, { headers: { 'x-business-number': '100' }, body: field })).status).toBe(200);
});

/** A location with a medium that it has fetched. */
const newLocation = async (profile: Readonly<Record<string, unknown>>, more: object = {}): Promise<number> => {
  const businessNumber = ++last;
  await table.put({
    Item: businessItem('ours', { businessNumber, accountNumber: 100, listingFixed: false, ...more, profile }),
  });
  const medium = { kind: 'media', uploadId: 'u', position: 0, url: 'https://a.example', mediaId: DONE, status: 'DONE' };
  const own = { partnerId: 'ours', accountNumber: 100, businessNumber, created: '2026-01-01T00:00:00.000Z', tries: 0 };
  await table.put({ Item: mediumItem({ ...own, ...medium } as Medium) });
  return businessNumber;
};

const update = (number: number, body: object, more: Call = {}) =>
  call(updateHandler, { path: { businessId: String(number) }, body, ...more });
const dryRun = { query: { validateOnly: 'true' } };

/** The calls of a request to the table, but for the look-up of its key. */
const callsOf = async (work: () => Promise<unknown>): Promise<readonly string[]> => {
  const calls: string[] = [];
  const counting =
    (client: TableCall): TableCall =>
    (operation, input, options) => {
      if (!JSON.stringify(input).includes('"KEY#')) calls.push(operation);
      return client(operation, input, options);
    };
  await through(counting, work);
  return calls.sort();
};

const wrong = {
  ...REQUIRED,
  location: { zip: '1', state: 'Texas' },
  businessStatus: 'Permanently Closed',
  logoUrl: `media:${ABSENT}`,
  customFields: [{ fieldName: 'Rooms', id: 1, fieldValue: 'many' }],
};
const BY_ALL = [
  ['/location/state', 400],
  ['/businessStatus', 2511],
  ['/logoUrl', 400],
  ['/customFields/0/fieldValue', 400],
];
const named = ({ body }: Awaited<ReturnType<typeof update>>) =>
  body.errors.map(({ pointer, code }: { pointer: string; code: number }) => [pointer, code]);

it('rules of the record, of the account and of media are broken in one response, each once', async () => {
  const number = await newLocation({ businessStatus: 'Open' }, { listingFixed: true });
  for (const more of [{}, dryRun]) {
    expect(named(await update(number, wrong, { headers: PROBLEM, ...more }))).toEqual(BY_ALL);
    // Next to a rule of the request, whose first violation answers.
    const together = await update(number, { ...wrong, name: 'ab' }, { headers: PROBLEM, ...more });
    expect(named(together)).toEqual([['/name', 1047], ...BY_ALL]);
    expect((await update(number, wrong, more)).body.message).toMatch(/^location\.state /);
  }
});

it('what the rules need is loaded once, whatever asks for it', async () => {
  const number = await newLocation({ businessStatus: 'Open' }, { listingFixed: true });
  // The record, the fields of the account and a medium.
  const loads = ['GetItem', 'GetItem', 'Query'];
  expect(await callsOf(() => update(number, wrong))).toEqual(loads);
  expect(await callsOf(() => update(number, wrong, dryRun))).toEqual(loads);
  expect(await callsOf(() => update(number, wrong, { headers: { ...PROBLEM, 'If-Match': '*' } }))).toEqual(loads);
  expect(await callsOf(() => update(number, { ...wrong, name: 'ab' }, { headers: PROBLEM }))).toEqual(loads);
  const pictures = { ...REQUIRED, logoUrl: `media:${DONE}`, alphaCover: `media:${DONE}` };
  expect(await callsOf(() => update(number, pictures))).toEqual(['GetItem', 'GetItem', 'UpdateItem']);
});

const rows = fc.array(
  fc.record(
    {
      fieldName: fc.constantFrom('Rooms', 'Pool', 'name', 5),
      id: fc.constantFrom(1, 2),
      fieldValue: fc.constantFrom('4', 'many', ''),
    },
    { requiredKeys: ['fieldName', 'id'] },
  ),
  { maxLength: 3 },
);
const loaded = fc.record(
  { customFields: rows, logoUrl: fc.constantFrom(`media:${DONE}`, `media:${ABSENT}`, '', 7) },
  { requiredKeys: [] },
);

it('a dry run is refused with what the write is refused with, and accepted where it is', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(fc.boolean(), anyBody, loaded, fc.boolean(), async (listingFixed, any, more, wantsAll) => {
      const number = await newLocation({ businessStatus: 'Open' }, { listingFixed });
      const body = { ...any, ...more, ...REQUIRED };
      const headers = wantsAll ? PROBLEM : {};
      const dry = await update(number, body, { headers, ...dryRun });
      const real = await update(number, body, { headers });
      expect(dry.status).toBe(real.status);
      if (real.status === 200) accepted++;
      else expect(dry.body).toEqual(real.body);
    }),
    { numRuns: runs(40, 400), seed: 32 },
  );
  expect(accepted).toBeGreaterThan(0);
});

it('a rule that throws is a 500 and named in the log, whether the body is right or not', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const failing = endpointWithRules(
    updateBusiness,
    {
      prepare: () => {
        throw new TypeError('a rule that fails');
      },
    },
    async () => new Versioned({}, 1),
  );
  try {
    for (const body of [REQUIRED, { ...REQUIRED, name: {} }]) {
      const { status } = await call(failing, { path: { businessId: '101' }, body });
      expect(status).toBe(500);
    }
    expect(JSON.stringify(log.mock.calls)).toContain('a rule that fails');
    expect(log).toHaveBeenCalledTimes(2);
  } finally {
    log.mockRestore();
  }
});
