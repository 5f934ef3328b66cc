/** The versions of Python that the client promises, and where this machine has them. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** From the oldest to the newest. */
export const PYTHON_VERSIONS = ['3.10', '3.11', '3.12', '3.13', '3.14'] as const;

/** What `venv` needs is there: Debian has it in a package of its own. */
const PROBE = 'import ensurepip, sys; print("%d.%d" % sys.version_info[:2])';

const isVersion = (file: string, version: string): boolean =>
  spawnSync(file, ['-c', PROBE], { encoding: 'utf8' }).stdout?.trim() === version;

/** An interpreter of this version: on the path, or among those that pyenv or uv keep. */
export const findPython = (version: string): string | undefined => {
  const pyenv = process.env.PYENV_ROOT ?? join(homedir(), '.pyenv');
  const uv = process.env.UV_PYTHON_INSTALL_DIR ?? join(homedir(), '.local/share/uv/python');
  return [
    `python${version}`,
    'python3',
    ...globSync(join(pyenv, `versions/${version}*/bin/python3`)),
    ...globSync(join(uv, `cpython-${version}*/bin/python3`)),
  ].find((file) => isVersion(file, version));
};

/** Whether `python3` on the path is 3.11 or later and has what our client needs. */
export const hasHttpx = (): boolean =>
  spawnSync('python3', ['-c', 'import sys, httpx; sys.exit(sys.version_info < (3, 11))']).status === 0;
