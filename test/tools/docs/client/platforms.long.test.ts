/** The client on Deno and Bun, which npm brings. */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../cdk/build/bundle.ts';
import { buildClient } from '../../../../tools/docs/client/build.ts';
import { demoKey } from '../../../../tools/local/demo.ts';
import type { Service } from '../../../../tools/local/service.ts';
import { startDemoService } from '../../../support/demo-service.ts';

const run = promisify(execFile);
const MINUTES = 5 * 60_000;

const PLATFORMS = [
  { name: 'deno', version: '2.9.6', program: '.bin/deno', parameters: ['run', '--allow-net'] },
  {
    name: 'bun',
    version: '1.4.5',
    program: `@oven/bun-${process.platform}-${process.arch}/bin/bun`,
    parameters: ['run'],
  },
] as const;

/** A vector of Standard Webhooks. */
const VERIFY = `import { webhooks } from 'partner-listing-client';
const headers = { 'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek', 'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' };
const verify = (body) => webhooks.verify(body, headers, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', { now: 1614265330000 });
console.log(JSON.stringify(await verify('{"test": 2432232314}')));
console.log(await verify('{"test": 1}').catch(({ name }) => name));
`;

let directory: string;
let service: Service;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'client-platforms-'));
  [service] = await Promise.all([
    startDemoService([], { requestsOnly: true }),
    buildClient(join(directory, 'node_modules/partner-listing-client')),
    copyFile(join(projectRoot, 'docs/client-example.ts'), join(directory, 'example.ts')),
    writeFile(join(directory, 'verify.mjs'), VERIFY),
    writeFile(join(directory, 'package.json'), '{ "type": "module" }'),
  ]);
}, MINUTES);
afterAll(async () => {
  await service?.close();
  await rm(directory, { recursive: true, force: true });
});

describe.each(PLATFORMS)('$name', ({ name, version, program: file, parameters }) => {
  it(
    'runs the example, and verifies a webhook',
    async ({ skip }) => {
      const prefix = join(directory, 'platforms', name);
      const install = ['install', '--prefix', prefix, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
      const brought = await run('npm', [...install, `${name}@${version}`]).then(
        () => true,
        () => false,
      );
      if (!brought) return skip(`npm can't bring ${name}`);
      const program = join(prefix, 'node_modules', file);
      const example = [...parameters, 'example.ts', service.url, await demoKey()];
      const { stdout } = await run(program, example, { cwd: directory });
      expect(stdout).toContain('contact, unknown: 5043 (404): create the contact first');
      expect(stdout).toContain(
        'menus: Copper Kettle Grill, Copper Kettle Coffee, The Night Heron, Fern and Flat White',
      );
      const verified = await run(program, [...parameters, 'verify.mjs'], { cwd: directory });
      expect(verified.stdout).toBe('{"test":2432232314}\nWebhookError\n');
    },
    MINUTES,
  );
});
