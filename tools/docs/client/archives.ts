/** The clients as files to install by a URL: an archive for npm, a wheel for pip. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { buildClient, buildPythonClient, DESCRIPTION, projectVersion } from './build.ts';
import { CLIENT_NAME, PYTHON_MODULE } from './name.ts';
import { wheelMetadata } from './python-project.ts';
import { zipped } from './zip.ts';

/** The names of the two files, which pip and npm read the version from. */
export const archiveNames = (version: string): { readonly npm: string; readonly wheel: string } => ({
  npm: `${CLIENT_NAME}-${version}.tgz`,
  wheel: `${PYTHON_MODULE}-${version}-py3-none-any.whl`,
});

const WHEEL = 'Wheel-Version: 1.0\nGenerator: partner-listing-api\nRoot-Is-Purelib: true\nTag: py3-none-any\n';

/** The row of a file in a wheel's `RECORD`. */
const recorded = ([path, bytes]: readonly [string, Uint8Array]): string =>
  `${path},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}\n`;

/**
 * Writes the wheel of a built client (PyPA, binary distribution format), without a Python on this machine.
 *
 * @param project - what `buildPythonClient` made
 * @returns the path of the wheel
 */
export const writeWheel = async (project: string, outDir: string): Promise<string> => {
  const version = await projectVersion();
  const info = `${PYTHON_MODULE}-${version}.dist-info`;
  const readme = await readFile(join(project, 'README.md'), 'utf8');
  const modules = (await readdir(join(project, PYTHON_MODULE))).sort();
  const files: Record<string, Uint8Array> = {};
  for (const name of modules) files[`${PYTHON_MODULE}/${name}`] = await readFile(join(project, PYTHON_MODULE, name));
  files[`${info}/licenses/LICENSE`] = await readFile(join(project, 'LICENSE'));
  const metadata = wheelMetadata({ name: CLIENT_NAME, version, description: DESCRIPTION }, readme);
  files[`${info}/METADATA`] = Buffer.from(metadata);
  files[`${info}/WHEEL`] = Buffer.from(WHEEL);
  files[`${info}/RECORD`] = Buffer.from(`${Object.entries(files).map(recorded).join('')}${info}/RECORD,,\n`);
  const path = join(outDir, archiveNames(version).wheel);
  await writeFile(path, zipped(files));
  return path;
};

/**
 * Packs a built client for npm.
 *
 * @param folder - what `buildClient` made
 * @returns the path of the archive
 */
export const writeNpmArchive = async (folder: string, outDir: string): Promise<string> => {
  await promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', outDir, folder]);
  return join(outDir, archiveNames(await projectVersion()).npm);
};

/** Builds both clients and writes their archives to `outDir`; returns their paths. */
export const writeArchives = async (outDir: string): Promise<readonly string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'client-archives-'));
  const [npm, python] = [join(folder, 'npm'), join(folder, 'python')];
  try {
    await Promise.all([buildClient(npm), buildPythonClient(python)]);
    return await Promise.all([writeNpmArchive(npm, outDir), writeWheel(python, outDir)]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** The archives by their names, for a server of the pages. */
export const archiveFiles = async (): Promise<
  ReadonlyMap<string, { readonly type: string; readonly body: Buffer }>
> => {
  const folder = await mkdtemp(join(tmpdir(), 'client-served-'));
  try {
    const paths = await writeArchives(folder);
    return new Map(
      await Promise.all(
        paths.map(async (path) => {
          const type = path.endsWith('.whl') ? 'application/zip' : 'application/gzip';
          return [basename(path), { type, body: await readFile(path) }] as const;
        }),
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
