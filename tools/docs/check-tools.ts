/** Tools that lint `openapi.json` or run the Postman collection. `clients/` has the generators of clients. */
import { join } from 'node:path';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { OASDIFF } from './breaking-changes.ts';
import { type Command, command, type Installable, npm } from './commands.ts';
import { documentFile, webhooksFile } from './document.ts';

export interface Tool extends Installable {
  /** Fails if the document is wrong. */
  readonly check: (directory: string) => readonly Command[];
}

export const tools: readonly Tool[] = [
  {
    // Installed where the tests look for it.
    name: 'oasdiff',
    needs: ['go'],
    install: () => [
      command('go', ['install', OASDIFF], { environment: { GOBIN: join(projectRoot, 'node_modules/.bin') } }),
    ],
    check: () => [command('npx', ['vitest', 'run', 'test/contract/openapi-compatibility.test.ts'])],
  },
  {
    name: 'spectral',
    needs: ['npm'],
    install: (directory) => [npm(directory, '@stoplight/spectral-cli@6.16.3')],
    check: (directory) => [
      command(join(directory, 'node_modules/.bin/spectral'), [
        ...[
          'lint',
          documentFile,
          webhooksFile,
          '--ruleset',
          join(projectRoot, '.spectral.yaml'),
          '--fail-severity',
          'hint',
        ],
      ]),
    ],
  },
  {
    name: 'newman',
    needs: ['npm'],
    install: (directory) => [npm(directory, 'newman@6.2.2')],
    check: (directory) => [
      command(process.execPath, [
        join(projectRoot, 'tools/docs/run-collection.ts'),
        join(directory, 'node_modules/.bin/newman'),
      ]),
    ],
  },
];
