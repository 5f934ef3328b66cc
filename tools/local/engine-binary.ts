/** Finds the binary of the DynamoDB engine on this machine, or says in a sentence how to get one. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/** Where a binary is looked for; tests pass another machine's. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
  /** The directories in which the shell looks for commands. */
  readonly path: string;
}

const thisMachine = (): Machine => ({
  platform: process.platform,
  arch: process.arch,
  path: process.env.PATH ?? '',
});

const packageOf = ({ platform, arch }: Machine): string => `@dynoxide/${platform}-${arch}`;

/** Whether npm installs this package here, so that it is only missing if the installation left it out. */
const isInstalledByNpm = (name: string): boolean => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return Object.hasOwn(manifest.optionalDependencies ?? {}, name);
};

const packagedBinary = (machine: Machine): string | undefined => {
  try {
    const found = createRequire(import.meta.url).resolve(`${packageOf(machine)}/package.json`);
    const binary = join(dirname(found), 'dynoxide');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
};

const binaryOnPath = ({ path }: Machine): string | undefined =>
  path
    .split(delimiter)
    .filter((directory) => directory !== '')
    .map((directory) => join(directory, 'dynoxide'))
    .find((file) => existsSync(file));

/** What to do on a machine without an engine, in one line. */
const adviceFor = (machine: Machine): string => {
  const { platform, arch } = machine;
  if (platform === 'win32') return 'npm start needs a Unix shell: run it in WSL, where npm ci installs an engine.';
  const docker =
    'run DynamoDB Local (docker run -p 8000:8000 amazon/dynamodb-local) and set DYNAMODB_ENDPOINT=http://localhost:8000';
  return isInstalledByNpm(packageOf(machine))
    ? `No DynamoDB engine: the optional package ${packageOf(machine)} is not installed. Run npm ci without --omit=optional, or ${docker}.`
    : `No DynamoDB engine: npm has none for ${platform}-${arch}. Install one (cargo install dynoxide-rs), which is found on the PATH, or ${docker}.`;
};

/**
 * Finds the engine: of the optional package, or on the PATH.
 *
 * @param findPackaged - the binary of the package, if it is installed
 * @throws Error with one sentence that says what to install
 */
export const findEngineBinary = (machine: Machine = thisMachine(), findPackaged = packagedBinary): string => {
  const binary = machine.platform === 'win32' ? undefined : (findPackaged(machine) ?? binaryOnPath(machine));
  if (!binary) throw new Error(adviceFor(machine));
  return binary;
};
