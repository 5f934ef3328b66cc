import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { COMPILED, compiledSource } from './cdk/build/validators.ts';
import { allOperations } from './lib/operations.ts';
import { rolesPlugin } from './test/support/roles/plugin.ts';

const FULL = 'full';
const ids = allOperations.map(({ id }) => id);
/** DynamoDB Local takes several times as long as the engine of the tests, the most with streams. */
const patience = process.env.DYNAMODB_ENDPOINT ? 4 : 1;

export default defineConfig(({ mode }) => ({
  plugins: [
    {
      // As `validatorsPlugin` does for the bundles: the functions' sources run in tests with the same compiled code.
      name: 'validators',
      enforce: 'pre',
      resolveId: (id) => (COMPILED.test(id) ? `\0${id}` : undefined),
      load: (id) =>
        id.startsWith('\0') && COMPILED.test(id.slice(1))
          ? `import { createRequire } from 'node:module';
             const require = createRequire(${JSON.stringify(import.meta.url)});
             ${compiledSource(id.slice(1), ids)}`
          : undefined,
    },
    rolesPlugin(import.meta.dirname),
  ],
  test: {
    include: ['test/**/*.test.ts'],
    // `npm run test:full` has all that takes long, and of each operation what `npm test` tries of some (test/support/chosen.ts).
    exclude: [...configDefaults.exclude, ...(mode === FULL ? [] : ['test/**/*.long.test.ts'])],
    // What functions sign URLs of a bucket with.
    env: { TEST_MODE: mode, MEDIA_BUCKET: 'media', REQUEST_PAGE_URL: 'https://feedback.listing.example/r' },
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/clean-worker.ts'],
    // More than there are processors: much of what a file does is waiting for the engine, or for a clock.
    maxWorkers: availableParallelism() + 2,
    // Files share the modules of their worker: loading them anew for each file took half of the whole run.
    isolate: false,
    // What ends a test that hangs: a machine that does much else takes ten times as long. The full form of a test that tries
    // each operation takes minutes then.
    testTimeout: patience * (mode === FULL ? 900_000 : 180_000),
    hookTimeout: patience * (mode === FULL ? 900_000 : 240_000),
    // What comes, comes later on such a machine: a second, as vitest has it, is no patience.
    expect: { poll: { timeout: patience * 45_000 } },
  },
}));
