/** The service on this machine, and what it is made of. */
import type { Mutant } from '../mutant.ts';

const SURVIVAL = 'test/local/survival.test.ts';
const SUPPLY = ['test/trust/supply.test.ts', 'what is deployed is known'] as const;
const PACKAGES = 'threat: puts code into a';

export const local: readonly Mutant[] = [
  {
    name: 'stop-cuts-requests-off',
    file: 'tools/local/listen.ts',
    find: 'setTimeout(() => server.closeAllConnections(), grace)',
    replace: 'setTimeout(() => server.closeAllConnections(), grace / 1000)',
    tests: [[SURVIVAL, 'lets the requests that run end before it stops']],
    promise: 'part: load',
  },
  {
    name: 'stop-of-npm-start-cuts-requests-off',
    file: 'tools/local/start.ts',
    find: 'await service.close(GRACE_MILLISECONDS);',
    replace: 'await service.close(0);',
    tests: [[SURVIVAL, 'lets the requests that run end before it ends']],
    promise: 'part: load',
  },
  {
    name: 'stop-waits-for-ever',
    file: 'tools/local/listen.ts',
    find: 'setTimeout(() => server.closeAllConnections(), grace)',
    replace: 'setTimeout(() => server.closeIdleConnections(), grace)',
    tests: [[SURVIVAL, 'cuts off what has not ended when its time is over']],
    promise: 'part: load',
  },
  {
    name: 'dead-engine-stays-dead',
    file: 'tools/local/engine.ts',
    find: 'if (isStopping) return;',
    replace: "if (isStopping || reason !== '') return;",
    tests: [[SURVIVAL, 'starts an engine that died again']],
    promise: 'part: crash',
  },
  {
    name: 'database-in-memory',
    file: 'tools/local/engine.ts',
    find: "const database = folder ? join(folder, 'engine.db') : file;",
    replace: "const database = folder ? join(folder, 'engine.db') : undefined;",
    tests: [['test/local/kept.long.test.ts', 'keeps its data, through a kill too']],
    promise: 'part: crash',
  },
  {
    name: 'engine-sees-the-whole-environment',
    file: 'tools/local/engine.ts',
    find: 'env: Object.fromEntries(ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),',
    replace: 'env: process.env,',
    tests: [['test/local/engine.test.ts', 'sees nothing of the environment but four variables']],
    promise: PACKAGES,
  },
  {
    name: 'body-without-an-end',
    file: 'tools/local/request.ts',
    find: 'resolve({ body: none, tooLarge: true });',
    replace: 'size += 0;',
    tests: [[SURVIVAL, 'answers 413 to a body without an end']],
    promise: 'part: fuzz',
  },
  {
    name: 'throttle-that-never-refills',
    file: 'tools/local/usage-plans.ts',
    find: 'Math.max(0, now - bucket.filled) / 1000',
    replace: 'Math.max(0, now - bucket.filled) / 1_000_000',
    tests: [['test/local/rules.test.ts', 'a bucket holds the burst and refills with time']],
    promise: 'part: load',
  },
  {
    name: 'package-of-any-version',
    file: 'package.json',
    find: '"aws-cdk-lib": "',
    replace: '"aws-cdk-lib": "^',
    tests: [SUPPLY],
    promise: PACKAGES,
  },
  {
    name: 'install-script-of-ours',
    file: 'package.json',
    find: '"test": "vitest run",',
    replace: '"test": "vitest run",\n    "postinstall": "true",',
    tests: [SUPPLY],
    promise: PACKAGES,
  },
  {
    name: 'install-script-of-others',
    file: 'package.json',
    find: '"allowScripts": {\n    "esbuild": true,',
    replace: '"allowScripts": {',
    tests: [SUPPLY],
    promise: 'part: supply',
  },
  {
    name: 'long-urls-refused-as-any-request',
    file: 'tools/local/http-refusal.ts',
    find: 'if (target.length > LONGEST_URL) return errors.urlTooLong;',
    replace: 'if (target.length > LONGEST_URL) return badRequest;',
    tests: [['test/local/gateway-http.test.ts', 'is refused in our shape, with an id']],
    promise: 'part: fuzz',
  },
  {
    name: 'refusals-without-an-id',
    file: 'tools/local/http-refusal.ts',
    find: "    'X-Request-Id': requestId,\n",
    replace: '',
    tests: [['test/local/gateway-http.test.ts', 'is refused in our shape, with an id']],
    promise: 'part: fuzz',
  },
];
