/** What `npm start` says on a machine for which npm has no engine. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { findEngineBinary } from '../../tools/local/engine-binary.ts';
import { useStarts } from './starting.ts';

const { start } = useStarts();

const adviceOn = (platform: string, arch: string): string => {
  try {
    return findEngineBinary({ platform, arch, path: '' });
  } catch (error) {
    return (error as Error).message;
  }
};

it.each([
  ['darwin', 'arm64'],
  ['darwin', 'x64'],
  ['linux', 'arm64'],
  ['freebsd', 'x64'],
])('says in one line what to install on %s-%s', (platform, arch) => {
  const advice = adviceOn(platform, arch);
  expect(advice).not.toContain('\n');
  expect(advice).toContain(`npm has none for ${platform}-${arch}`);
  for (const way of ['cargo install dynoxide-rs', 'amazon/dynamodb-local', 'DYNAMODB_ENDPOINT=http://localhost:8000'])
    expect(advice).toContain(way);
});

it('sends Windows to a Unix shell, and to no engine that it could not start', () => {
  expect(adviceOn('win32', 'x64')).toMatch(/WSL/);
});

it('asks for the package where the lock file has one', () => {
  expect(Object.keys(manifest.optionalDependencies)).toEqual(['@dynoxide/linux-x64']);
  const find = () => findEngineBinary({ platform: 'linux', arch: 'x64', path: '' }, () => undefined);
  expect(find).toThrow(
    /@dynoxide\/linux-x64 is not installed\. Run npm ci without --omit=optional, or .*DYNAMODB_ENDPOINT/,
  );
});

it('takes one on the PATH, wherever it stands there', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'path-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const binary = join(directory, 'dynoxide');
  await writeFile(binary, '');
  await chmod(binary, 0o755);
  const path = ['', '/nowhere', directory].join(delimiter);
  expect(findEngineBinary({ platform: 'darwin', arch: 'arm64', path })).toBe(binary);
});

it('ends the start with it, before the stack is synthesized', async () => {
  const asMac = `data:text/javascript,${encodeURIComponent(
    "for (const [name, value] of [['platform', 'darwin'], ['arch', 'arm64']]) Object.defineProperty(process, name, { value });",
  )}`;
  const { code, stdout, stderr } = await start(['--port', '0'], {
    NODE_OPTIONS: `--import=${asMac}`,
    PATH: '/nowhere',
  }).ended;
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe(`${adviceOn('darwin', 'arm64')}\n`);
});
