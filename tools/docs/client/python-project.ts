/** What the package of the Python client says about itself: as the project that it is built from, and in its wheel. Pure. */
import { PYTHON_MODULE } from './name.ts';

export interface PythonProject {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}

const PYTHON = '>=3.10';
const LICENSE = 'MIT';
/** `anyio` is what httpx waits with; named, as the client waits with it too. */
const DEPENDENCIES = ['anyio>=4.0', 'httpx>=0.27,<1', 'typing-extensions>=4.6'];
const EXTRAS = { http2: 'h2>=4,<5' };

const list = (values: readonly string[]): string => `[${values.map((each) => JSON.stringify(each)).join(', ')}]`;

/** The text of `pyproject.toml`. */
export const pyproject = ({ name, version, description }: PythonProject): string => `[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "${name}"
version = "${version}"
description = "${description}"
readme = "README.md"
license = "${LICENSE}"
license-files = ["LICENSE"]
requires-python = "${PYTHON}"
dependencies = ${list(DEPENDENCIES)}

[project.optional-dependencies]
${Object.entries(EXTRAS)
  .map(([extra, needed]) => `${extra} = ${list([needed])}`)
  .join('\n')}

[tool.setuptools]
packages = ["${PYTHON_MODULE}"]

[tool.setuptools.package-data]
${PYTHON_MODULE} = ["py.typed"]
`;

/** @returns the text of a wheel's `METADATA` (PyPA, core metadata 2.4). */
export const wheelMetadata = ({ name, version, description }: PythonProject, readme: string): string =>
  [
    'Metadata-Version: 2.4',
    `Name: ${name}`,
    `Version: ${version}`,
    `Summary: ${description}`,
    `License-Expression: ${LICENSE}`,
    `Requires-Python: ${PYTHON}`,
    'Description-Content-Type: text/markdown',
    'License-File: LICENSE',
    ...DEPENDENCIES.map((each) => `Requires-Dist: ${each}`),
    ...Object.entries(EXTRAS).flatMap(([extra, needed]) => [
      `Provides-Extra: ${extra}`,
      `Requires-Dist: ${needed}; extra == "${extra}"`,
    ]),
    '',
    readme,
  ].join('\n');
