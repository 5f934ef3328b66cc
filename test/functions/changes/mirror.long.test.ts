/** A partner's mirror of an account, fed by the changes feed alone, equals the account after a storm of writes. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoAccount, demoKey } from '../../../tools/local/demo.ts';
import type { Service } from '../../../tools/local/service.ts';
import { randomFrom } from '../../simulation/world.ts';
import { startDemoService } from '../../support/demo-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
type Body = any;

const SEED = Number(process.env.SEED ?? 36);
const WRITERS = 4;
const WRITES = 30;
/** Changes are shown 10 seconds after they are noted. */
const QUIET_MILLISECONDS = 15_000;

let service: Service;
let key: string;
beforeAll(async () => {
  [service, key] = await Promise.all([startDemoService(), demoKey()]);
});
afterAll(() => service?.close());

const send = async (method: string, path: string, body?: object): Promise<{ status: number; body: Body }> => {
  const response = await fetch(`${service.url}/v1${path}`, {
    method,
    headers: { 'x-api-key': key, 'x-business-number': String(demoAccount), 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
};

const locations = async (): Promise<number[]> => {
  const { body } = await send('POST', `/business/${demoAccount}/search`, { startIndex: 0, pageSize: 1000 });
  return body.accounts.map((each: { businessNumber: number }) => each.businessNumber).sort();
};

/** Knows of the account what it has read of locations that the feed has named. */
class Mirror {
  readonly records = new Map<number, Body>();
  #cursor: string | undefined;

  async read(from?: readonly number[]): Promise<void> {
    const changed = new Set(from);
    for (let hasMore = true; hasMore; ) {
      const { status, body } = await send('GET', `/changes?pageSize=7${this.#cursor ? `&cursor=${this.#cursor}` : ''}`);
      expect(status).toBe(200);
      for (const { type, data } of body.changes) if (/^BUSINESS_/.test(type)) changed.add(data.businessId);
      ({ cursor: this.#cursor, hasMore } = body);
    }
    changed.delete(demoAccount);
    for (const number of changed) {
      const { status, body } = await send('GET', `/business/${number}`);
      if (status === 200) this.records.set(number, body);
      else this.records.delete(number);
    }
  }
}

it('equals the account after a storm of writes, bulk updates, creations and deletions', async () => {
  const random = randomFrom(SEED);
  const mirror = new Mirror();
  const numbers = await locations();
  await mirror.read(numbers);
  const pick = (): number => numbers[Math.floor(random() * numbers.length)]!;
  const outcomes: Record<string, number> = {};
  const write = async (name: string): Promise<void> => {
    const act = random();
    const [kind, { status, body }] =
      act < 0.6
        ? ['patch', await send('PATCH', `/business/${pick()}`, { alias: name })]
        : act < 0.75
          ? [
              'create',
              await send('POST', `/signup/reseller/subaccount?rid=${demoAccount}&email_id=new%40kettle.example`, {
                ...{ businessName: `Kettle ${name}`, zip: '97201', phone: '(503) 555-0199' },
              }),
            ]
          : act < 0.85
            ? ['delete', await send('DELETE', `/business/${pick()}`)]
            : [
                'bulk',
                await send('POST', '/business/bulk', {
                  updates: Array.from({ length: 5 }, () => ({ businessNumber: pick(), patch: { keywords: name } })),
                }),
              ];
    outcomes[`${kind} ${status}`] = (outcomes[`${kind} ${status}`] ?? 0) + 1;
    if (body.businessId && kind === 'create') numbers.push(body.businessId);
  };
  let isStorming = true;
  const reading = (async () => {
    while (isStorming) await mirror.read();
  })();
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let count = 0; count < WRITES; count++) await write(`${writer}-${count}`);
    }),
  );
  isStorming = false;
  await reading;
  // Each kind of write has succeeded: else this would show nothing.
  expect(Object.keys(outcomes)).toEqual(expect.arrayContaining(['patch 200', 'delete 200', 'bulk 202']));
  expect(Object.keys(outcomes).some((each) => /^create 20/.test(each))).toBe(true);

  const account = async (): Promise<ReadonlyMap<number, Body>> => {
    const found = new Map<number, Body>();
    for (const number of await locations()) found.set(number, (await send('GET', `/business/${number}`)).body);
    return found;
  };
  const sorted = (records: ReadonlyMap<number, Body>) => [...records].sort(([a], [b]) => a - b);
  await new Promise((done) => setTimeout(done, QUIET_MILLISECONDS));
  await mirror.read();
  expect(sorted(mirror.records)).toEqual(sorted(await account()));
}, 240_000);
