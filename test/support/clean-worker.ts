/** Files of one worker share its modules and its environment: what a file put in their place ends with it. */
import { afterAll, inject, vi } from 'vitest';
import { useTable } from '../../lib/dynamodb/environment.ts';
import { sources } from '../../lib/dynamodb/sources.ts';
import { endTables } from './made-tables.ts';

// Functions write a line of each request that they refuse: of thousands a report would be nothing else.
console.info = () => {};

// For what a test starts. A worker that began with it would write down all that it has compiled, which is more than it saves.
process.env.NODE_COMPILE_CACHE = inject('compiledDirectory');
process.env.TEST_ITEMS = inject('itemsDirectory');

/** The process's own: what vitest takes out of the environment, it takes out of this object. */
const own = process.env;
const environment = { ...own };
const { now, random, hex, pause } = sources;

// The first `afterAll` of a file is the last that runs.
afterAll(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  Object.assign(sources, { now, random, hex, pause });
  // A test whose clock runs ahead leaves marks from there.
  sources.marks.highest = 0;
  useTable(undefined);
  await endTables();
  for (const name of Object.keys(own)) if (!Object.hasOwn(environment, name)) delete own[name];
  process.env = Object.assign(own, environment);
});
