import { defineConfig } from 'vitest/config';
import { validatorSource } from './cdk/build/validators.ts';

const NAME = /^validator(?:-all)?:/;

export default defineConfig({
  plugins: [
    {
      // As `validatorsPlugin` does for the bundles: the functions' sources run in tests with the same compiled code.
      name: 'validators',
      enforce: 'pre',
      resolveId: (id) => (NAME.test(id) ? `\0${id}` : undefined),
      load: (id) =>
        id.startsWith('\0') && NAME.test(id.slice(1))
          ? `import { createRequire } from 'node:module';
             const require = createRequire(${JSON.stringify(import.meta.url)});
             ${validatorSource(id.slice(1))}`
          : undefined,
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    // vitest would leave one processor to itself; of two that is half the machine.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
