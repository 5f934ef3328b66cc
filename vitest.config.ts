import { defineConfig } from 'vitest/config';
import { validatorSource } from './cdk/build/validators.ts';

const PREFIX = 'validator:';

export default defineConfig({
  plugins: [
    {
      // As `validatorsPlugin` does for the bundles: the functions' sources run in tests with the same compiled code.
      name: 'validators',
      enforce: 'pre',
      resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
      load: (id) =>
        id.startsWith(`\0${PREFIX}`)
          ? `import { createRequire } from 'node:module';
             const require = createRequire(${JSON.stringify(import.meta.url)});
             ${validatorSource(id.slice(PREFIX.length + 1))}`
          : undefined,
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
