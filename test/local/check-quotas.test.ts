/** The function that looks at quotas, as `npm start` calls it: by the clock of its rule, and by the counts of the local gateway. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readAssembly } from '../../tools/local/assembly.ts';
import { type Gateway, startGateway } from '../../tools/local/gateway.ts';
import { type Scheduling, startSchedules } from '../../tools/local/schedules.ts';
import { startUsageServer, type UsageServer } from '../../tools/local/usage/server.ts';
import { createUseCounts } from '../../tools/local/usage/use-counts.ts';

let gateway: Gateway;
let counting: UsageServer;
let clock: Scheduling | undefined;
const counts = createUseCounts(Date.now);
let written = '';

beforeAll(async () => {
  const assemblyDirectory = inject('assemblyDirectory');
  const { tables, usagePlans } = await readAssembly(assemblyDirectory);
  counting = await startUsageServer(counts, usagePlans);
  gateway = await startGateway({
    assemblyDirectory,
    environment: { DYNAMODB_ENDPOINT: inject('endpoint'), AWS_ENDPOINT_URL_API_GATEWAY: counting.endpoint },
    references: Object.fromEntries(tables.map(({ logicalId }) => [logicalId, 'none'])),
    findMeteringKey: async () => undefined,
    onOutput: ({ text }) => {
      written += text;
    },
  });
});
afterAll(async () => {
  clock?.stop();
  await gateway.close();
  await counting.close();
});

test('is called by its rule, and writes the largest share of a quota and whose it is', async () => {
  const { schedules, usagePlans } = await readAssembly(inject('assemblyDirectory'));
  const [own] = schedules.filter(({ functionIds }) => functionIds.some((id) => /CheckQuotas/.test(id)));
  expect(own).toMatchObject({ milliseconds: 15 * 60_000 });
  const plan = usagePlans.find(({ quota }) => quota !== undefined)!;
  const { limit } = plan.quota!;
  const notices: string[] = [];
  const { invoke } = gateway;
  for (let used = 0; used < Math.ceil(limit * 0.9); used++) counts.note({ keyId: 'a-meter', plan });
  clock = startSchedules({
    schedules: [{ ...own!, milliseconds: 200 }],
    invoke,
    onNotice: (text) => notices.push(text),
  });
  await expect.poll(() => written).toContain('"mostQuotaUsed":90');
  expect(written).toContain('"meteringKey":"a-meter"');
  // This machine has no register of whose metering keys are.
  expect(written).toContain('"partner":"unknown"');
  expect(notices).toEqual([]);
});
