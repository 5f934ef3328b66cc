/** Both clients as a partner gets them: installed into empty projects by the READMEs' lines, their examples checked and run. */
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../../../cdk/build/bundle.ts';
import { demoKey } from '../../../../tools/local/demo.ts';
import { serveDocs } from '../../../../tools/local/docs.ts';
import type { Service } from '../../../../tools/local/service.ts';
import { startDemoService } from '../../../support/demo-service.ts';
import { type Network, networkCases, networkVariables, startNetwork } from './network.ts';
import { findNode20 } from './node20.ts';
import { run } from './python-support.ts';
import { findPython, PYTHON_VERSIONS } from './pythons.ts';
import { installOf, pythonProgram, typescriptPrograms } from './readme-programs.ts';

const MINUTES = 8 * 60_000;
const NPM = ['install', '--no-audit', '--no-fund', '--silent'];

let directory: string;
let service: Service;
let pages: Server;
let docs: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  [directory, service] = await Promise.all([
    mkdtemp(join(tmpdir(), 'client-install-')),
    startDemoService([], { requestsOnly: true }),
  ]);
  const aside = serveDocs({});
  pages = createServer((request, response) => aside(request, response)).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  docs = `http://127.0.0.1:${(pages.address() as AddressInfo).port}/docs`;
  // pip installs into nothing but the environments of this test.
  env = { ...process.env, API_URL: service.url, API_KEY: await demoKey(), PIP_REQUIRE_VIRTUALENV: '1' };
}, MINUTES);
afterAll(async () => {
  pages?.closeAllConnections();
  pages?.close();
  await service?.close();
  await rm(directory, { recursive: true, force: true });
});

/** Runs a program that cannot be had everywhere: `undefined` where it is absent, else what it prints and its exit code. */
const tried = (file: string, args: readonly string[], cwd: string) =>
  run(file, [...args], { cwd, env, maxBuffer: 1e7 }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code?: unknown; stdout?: string }) =>
      typeof error.code === 'number' ? { code: error.code, stdout: error.stdout ?? '' } : undefined,
  );

describe('An empty project for TypeScript', () => {
  let project: string;
  let network: Network;
  beforeAll(async () => {
    project = join(directory, 'npm');
    await mkdir(project);
    await writeFile(join(project, 'package.json'), '{ "type": "module" }');
    await run('sh', ['-ec', await installOf('npm', docs)], { cwd: project, env });
    const { program, node20 } = await typescriptPrograms();
    network = await startNetwork(service.url);
    await Promise.all([
      writeFile(join(project, 'readme.ts'), program),
      writeFile(join(project, 'proxied.ts'), `${node20}\n${program}`),
      writeFile(join(project, 'authority.pem'), network.authority),
      copyFile(join(projectRoot, 'docs/client-example.ts'), join(project, 'client-example.ts')),
    ]);
  }, MINUTES);
  afterAll(() => network?.close());

  it('runs the code of the README', async () => {
    const { stdout } = await run(process.execPath, ['readme.ts'], { cwd: project, env });
    expect(stdout).toMatch(/\nend\n$/);
    expect(stdout).toContain('Ada');
  });

  it(
    'runs the README, the example and a proxy on Node 20, and all of it compiles with --strict',
    async ({ skip }) => {
      await run('npm', [...NPM, 'tsx@4', 'undici@6', 'typescript@5', '@types/node@20'], { cwd: project });
      const compiler = join(project, 'node_modules/typescript/bin/tsc');
      const options = '--noEmit --strict --target es2022 --module nodenext --allowImportingTsExtensions';
      const files = ['readme.ts', 'proxied.ts', 'client-example.ts'];
      await expect(tried(process.execPath, [compiler, ...options.split(' '), ...files], project)).resolves.toEqual({
        code: 0,
        stdout: '',
      });
      const node = await findNode20();
      if (node === undefined) return skip('there is no Node 20 on the path');
      const path = `${join(node, '..')}${delimiter}${env.PATH}`;
      const onNode20 = (args: readonly string[], more: NodeJS.ProcessEnv = {}) =>
        run('npx', ['--no-install', 'tsx', ...args], { cwd: project, env: { ...env, PATH: path, ...more } });
      const example = await onNode20(['client-example.ts', service.url, await demoKey()]);
      expect(example.stdout).toContain('contact, unknown: 5043 (404): create the contact first');
      expect((await onNode20(['readme.ts'])).stdout).toMatch(/\nend\n$/);
      network.seen();
      const { stdout } = await onNode20(['proxied.ts'], {
        ...networkVariables(network, networkCases.find(({ title }) => title === 'HTTPS_PROXY')!),
        PATH: path,
        API_URL: network.url,
        API_KEY: await demoKey(),
        NODE_EXTRA_CA_CERTS: join(project, 'authority.pem'),
      });
      expect(stdout).toMatch(/\nend\n$/);
      expect(new Set(network.seen().tunnels)).toEqual(new Set([new URL(network.url).host]));
    },
    MINUTES,
  );
});

describe.each(PYTHON_VERSIONS)('An empty project for Python %s', (version) => {
  const python = findPython(version);

  it.skipIf(!python)(
    `installs the wheel and runs the code of the README${python ? '' : ` (there is no Python ${version})`}`,
    async () => {
      const project = join(directory, `python-${version}`);
      await run(python!, ['-m', 'venv', project]);
      const path = `${join(project, 'bin')}${delimiter}${env.PATH}`;
      await run('sh', ['-ec', await installOf('python', docs)], { cwd: project, env: { ...env, PATH: path } });
      await run(join(project, 'bin/pip'), ['check']);
      await writeFile(join(project, 'readme.py'), await pythonProgram());
      const { stdout } = await run(join(project, 'bin/python'), ['-W', 'error', 'readme.py'], { cwd: project, env });
      expect(stdout).toMatch(/\nend\n$/);
      expect(stdout).toContain('Copper Kettle Grill');
    },
    MINUTES,
  );
});

const newest = PYTHON_VERSIONS.findLast(findPython);

describe.skipIf(!newest)('The types of the client for Python', () => {
  let project: string;
  const bin = (name: string) => join(project, 'bin', name);
  beforeAll(async () => {
    project = join(directory, 'types');
    await run(findPython(newest!)!, ['-m', 'venv', project]);
    const path = `${join(project, 'bin')}${delimiter}${env.PATH}`;
    await run('sh', ['-ec', await installOf('python', docs)], { cwd: project, env: { ...env, PATH: path } });
    await writeFile(join(project, 'readme.py'), await pythonProgram());
  }, MINUTES);

  it.each(['3.10', newest ?? '3.14'])(
    'hold for mypy --strict as Python %s reads them, with the README',
    async (version) => {
      await run(bin('pip'), ['install', '--quiet', 'mypy==2.4.1']);
      const args = ['--strict', '--python-version', version, '-p', 'partner_listing_client'];
      await expect(tried(bin('mypy'), args, project)).resolves.toMatchObject({ code: 0 });
      const readme = await tried(bin('mypy'), ['--strict', '--python-version', version, 'readme.py'], project);
      expect(readme?.stdout).toMatch(/^Success/);
    },
    MINUTES,
  );

  it(
    'hold for pyright in its strict mode, with the README',
    async () => {
      await run('npm', [...NPM, '--prefix', project, 'pyright@1.1.414'], { cwd: project });
      const settings = { include: ['readme.py'], typeCheckingMode: 'strict', venvPath: '..', venv: 'types' };
      await writeFile(join(project, 'pyrightconfig.json'), JSON.stringify(settings));
      const { stdout } = (await tried(join(project, 'node_modules/.bin/pyright'), [], project))!;
      expect(stdout).toMatch(/^0 errors/m);
      const whole = await run(bin('python'), ['-c', 'import partner_listing_client as it; print(it.__path__[0])']);
      await writeFile(
        join(project, 'pyrightconfig.json'),
        JSON.stringify({ ...settings, include: [whole.stdout.trim()], exclude: [], typeCheckingMode: 'standard' }),
      );
      const own = (await tried(join(project, 'node_modules/.bin/pyright'), [], project))!;
      expect(own.stdout).toMatch(/^0 errors/m);
    },
    MINUTES,
  );
});
