/** The tools that partners use with the document: each is brought, and must take `openapi.json` as it is and build what it makes. */
import { delimiter, join } from 'node:path';
import { projectRoot } from '../../build/bundle.ts';
import { OASDIFF } from './breaking-changes.ts';
import { documentFile } from './document.ts';

/** A program with its arguments, where it runs and what it finds in its environment. */
export interface Command {
  readonly program: string;
  readonly parameters: readonly string[];
  readonly cwd?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Tool {
  readonly name: string;
  /** Programs without which it can't be brought or run. */
  readonly needs: readonly string[];
  /** Brings it into a directory of its own. */
  readonly install: (directory: string) => readonly Command[];
  /** Fails where the document, or what is made of it in the directory `out`, is wrong. */
  readonly check: (directory: string, out: string) => readonly Command[];
}

const command = (
  program: string,
  parameters: readonly string[],
  more: Omit<Command, 'program' | 'parameters'> = {},
) => ({
  program,
  parameters,
  ...more,
});

const npm = (directory: string, name: string) =>
  command('npm', ['install', '--prefix', directory, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', name]);
const venv = (directory: string, ...packages: string[]) => [
  command('python3', ['-m', 'venv', directory]),
  ...(packages.length > 0 ? [command(join(directory, 'bin/pip'), ['install', '--quiet', ...packages])] : []),
];

const GENERATOR = 'openapi-generator-cli';
const GENERATOR_VERSION = '7.25.0';
const generatorJar = (directory: string) =>
  command('mvn', [
    ...['--batch-mode', '--quiet', 'dependency:copy', `-DoutputDirectory=${directory}`],
    `-Dartifact=org.openapitools:${GENERATOR}:${GENERATOR_VERSION}`,
  ]);
const generate = (directory: string, out: string, ...options: string[]) =>
  command('java', [
    ...['-jar', join(directory, `${GENERATOR}-${GENERATOR_VERSION}.jar`), 'generate', '-i', documentFile],
    ...['-o', out, ...options],
  ]);

/** Loads every module of the Python package, which builds its classes. */
const IMPORT_ALL = `
import importlib, pkgutil, openapi_client
for module in pkgutil.walk_packages(openapi_client.__path__, 'openapi_client.'):
    importlib.import_module(module.name)
`;

export const tools: readonly Tool[] = [
  {
    // Stands where the tests look for it.
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
        ...['lint', documentFile, '--ruleset', join(projectRoot, '.spectral.yaml'), '--fail-severity', 'hint'],
      ]),
    ],
  },
  {
    name: 'newman',
    needs: ['npm'],
    install: (directory) => [npm(directory, 'newman@6.2.2')],
    check: (directory) => [
      command(process.execPath, [
        join(projectRoot, 'cdk/tools/docs/run-collection.ts'),
        join(directory, 'node_modules/.bin/newman'),
      ]),
    ],
  },
  {
    name: 'openapi-typescript',
    needs: ['npm'],
    install: (directory) => [npm(directory, 'openapi-typescript@7.13.0')],
    check: (directory, out) => [
      command(join(directory, 'node_modules/.bin/openapi-typescript'), [documentFile, '-o', join(out, 'schema.ts')]),
      command(join(projectRoot, 'node_modules/.bin/tsc'), ['--strict', '--noEmit', 'schema.ts'], { cwd: out }),
    ],
  },
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    install: (directory) => venv(directory, 'openapi-python-client==0.29.1', 'ruff'),
    check: (directory, out) => [
      command(
        join(directory, 'bin/openapi-python-client'),
        [
          'generate',
          '--path',
          documentFile,
          '--output-path',
          join(out, 'client'),
          '--meta',
          'none',
          '--fail-on-warning',
        ],
        { environment: { PATH: [join(directory, 'bin'), process.env.PATH].join(delimiter) } },
      ),
      command(join(directory, 'bin/python'), ['-m', 'compileall', '-q', join(out, 'client')]),
    ],
  },
  {
    name: 'oapi-codegen',
    needs: ['go'],
    install: (directory) => [
      command('go', ['install', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'], {
        environment: { GOBIN: directory },
      }),
    ],
    check: (directory, out) => [
      command('go', ['mod', 'init', 'client.example/client'], { cwd: out }),
      command(
        join(directory, 'oapi-codegen'),
        ['-generate', 'types,client', '-package', 'client', '-o', join(out, 'client.gen.go'), documentFile],
        { cwd: out },
      ),
      command('go', ['mod', 'tidy'], { cwd: out }),
      command('go', ['vet', './...'], { cwd: out }),
    ],
  },
  {
    name: 'openapi-generator-java',
    needs: ['java', 'mvn'],
    install: (directory) => [generatorJar(directory)],
    check: (directory, out) => [
      generate(directory, out, '-g', 'java', '--library', 'native'),
      command('mvn', ['--batch-mode', '--quiet', '-DskipTests', 'compile'], { cwd: out }),
    ],
  },
  {
    name: 'openapi-generator-python',
    needs: ['java', 'mvn', 'python3'],
    install: (directory) => [generatorJar(directory), ...venv(join(directory, 'venv'))],
    check: (directory, out) => [
      generate(directory, out, '-g', 'python'),
      command(join(directory, 'venv/bin/pip'), ['install', '--quiet', out]),
      command(join(directory, 'venv/bin/python'), ['-c', IMPORT_ALL], { cwd: directory }),
    ],
  },
];
