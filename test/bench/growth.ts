/** How our own functions grow with the body, the number of locations asked for, and the size of the account. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startCounter, type startTable } from './engine.ts';
import { measured } from './statistics.ts';
import { body, otherBody } from './world/body.ts';
import { contactEvent, menusEvent, updateEvent } from './world/events.ts';
import { accountItems } from './world/items.ts';

export interface Growth {
  readonly what: string;
  readonly size: number;
  readonly milliseconds: number;
  readonly calls: string;
  readonly units: number;
  readonly kilobytes: number;
}

type Handler = (event: unknown, context: object) => Promise<{ statusCode: number; body: string }>;

const context = { getRemainingTimeInMillis: () => 25_000 };

/** A body of about so many kilobytes. */
const bodyOf = (kilobytes: number, alias: string): object => {
  const { emailId, phone, services } = body;
  const few = { emailId, phone, services, name: body.name, description: body.description, alias };
  const service = (index: number) => `, service ${String(index).padStart(5, '0')}`;
  const count = Math.max(0, Math.round((kilobytes * 1000 - JSON.stringify(few).length) / service(0).length));
  return { ...few, services: services + Array.from({ length: count }, (_, index) => service(index)).join('') };
};

const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);

/** @param directory - where the bundles of ours lie, by `buildVariants` */
export const measureGrowth = async (
  directory: string,
  table: Awaited<ReturnType<typeof startTable>>,
  { accountSizes, growthRounds }: { readonly accountSizes: readonly number[]; readonly growthRounds: number },
  onProgress: (line: string) => void,
): Promise<Growth[]> => {
  const counter = await startCounter(table.endpoint);
  process.env.DYNAMODB_ENDPOINT = counter.endpoint;
  const load = async (name: string): Promise<Handler> =>
    (await import(pathToFileURL(join(directory, 'ours', name, 'index.mjs')).href)).handler;
  const [update, contact, menus] = [
    await load('update-business'),
    await load('get-contact'),
    await load('get-menu-details'),
  ];
  const results: Growth[] = [];

  /** The events are taken in turn: an update that changes nothing would be another work. */
  const measure = async (what: string, size: number, handler: Handler, ...events: readonly unknown[]) => {
    const texts = events.map((event) => JSON.stringify(event));
    let invoked = 0;
    const invoke = async () => {
      const answer = await handler(JSON.parse(texts[invoked++ % texts.length]!), context);
      if (answer.statusCode !== 200) throw new Error(`${what} ${size}: ${answer.statusCode} ${answer.body}`);
    };
    // The key, and the account of a number, are known from here on.
    await invoke();
    counter.take();
    await invoke();
    const { calls, units, bytes } = counter.take();
    const times: number[] = [];
    for (let round = 0; round < growthRounds; round++) {
      const begun = performance.now();
      await invoke();
      times.push(performance.now() - begun);
    }
    const kinds = [...new Set(calls)]
      .map((call) => `${calls.filter((each) => each === call).length} ${call}`)
      .join(', ');
    results.push({ what, size, milliseconds: measured(times).median, calls: kinds, units, kilobytes: bytes / 1000 });
  };

  try {
    for (const kilobytes of [1, 10, 100]) {
      const events = ['one', 'two'].map((alias) => updateEvent(bodyOf(kilobytes, alias)));
      await measure('update, body of kB', kilobytes, update, ...events);
    }
    await table.write(accountItems(300, 1000, 2000));
    for (const count of [1, 10, 100, 500]) {
      await measure('menus of locations', count, menus, menusEvent(300, range(300_000_001, count)));
    }
    for (const [index, size] of accountSizes.entries()) {
      const accountNumber = 400 + index;
      onProgress(`an account of ${size} locations and contacts ...`);
      await table.write(accountItems(accountNumber, size));
      const businessNumber = String(accountNumber * 1_000_000 + Math.ceil(size / 2));
      const email = `contact-${Math.ceil(size / 2)}@mail.example`;
      const events = [body, otherBody].map((each) => updateEvent(each, businessNumber));
      await measure('update, account of locations', size, update, ...events);
      await measure(
        'contact by email, account of contacts',
        size,
        contact,
        contactEvent({ email }, String(accountNumber)),
      );
    }
  } finally {
    counter.stop();
  }
  return results;
};
