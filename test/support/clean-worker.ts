/** Files of one worker share its modules and its environment: what a file put in their place ends with it. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, inject, vi } from 'vitest';
import { clock, random } from '../../lib/dynamodb/client/clock.ts';
import { useTable } from '../../lib/dynamodb/client/environment.ts';
import { endTables } from './made-tables.ts';
import { takeDenials, takeRights } from './roles/record.ts';

// Functions write a line of each request that they refuse: of thousands a report would be nothing else.
console.info = () => {};

// For what a test starts. A worker that began with it would write down all that it has compiled, which is more than it saves.
process.env.NODE_COMPILE_CACHE = inject('compiledDirectory');
process.env.TEST_ITEMS = inject('itemsDirectory');

/** The process's own: what vitest takes out of the environment, it takes out of this object. */
const own = process.env;
const environment = { ...own };
const { now, pause } = clock;
const { fraction, hex } = random;

// A function may make a 500 of a refusal, or nothing at all.
const refusedNothing = () => expect(takeDenials(), 'what the roles of the functions refused').toEqual([]);
afterEach(refusedNothing);

// The first `afterAll` of a file is the last that runs.
afterAll(async () => {
  appendFileSync(join(inject('rightsDirectory'), `${process.pid}.used`), `${takeRights().join('\n')}\n`);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  Object.assign(clock, { now, pause });
  Object.assign(random, { fraction, hex });
  // A test whose clock runs ahead leaves marks from there.
  clock.marks.highest = 0;
  useTable(undefined);
  await endTables();
  for (const name of Object.keys(own)) if (!Object.hasOwn(environment, name)) delete own[name];
  process.env = Object.assign(own, environment);
  refusedNothing();
});
