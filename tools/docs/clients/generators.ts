/** The client generators that the document is tested with; those for TypeScript and Go have their own files. */
import { copyFile, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { command, venv } from '../commands.ts';
import { documentIn, driver, type Generator, generate, generatorJar, TOLERANT } from './generator.ts';
import { goGenerators } from './go-generators.ts';
import { typescriptGenerators } from './typescript-generators.ts';

/** An omitted list is read as null, not as an empty list (docs/partners.md). */
const JAVA_PROPERTIES = `${TOLERANT},containerDefaultToNull=true`;
const JAVA = ['-g', 'java', '--additional-properties', JAVA_PROPERTIES];

export const generators: readonly Generator[] = [
  ...typescriptGenerators,
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    install: (directory) => venv(directory, 'openapi-python-client==0.29.1', 'ruff'),
    build: (directory, out) => [
      command(
        join(directory, 'bin/openapi-python-client'),
        [
          ...['generate', '--path', documentIn(out), '--output-path', join(out, 'generated_client')],
          ...['--meta', 'none', '--fail-on-warning'],
        ],
        { environment: { PATH: [join(directory, 'bin'), process.env.PATH].join(delimiter) } },
      ),
    ],
    drive: (directory, out) =>
      command(join(directory, 'bin/python'), [driver('openapi_python_client.py'), join(out, 'generated_client')]),
  },
  {
    name: 'openapi-generator-python',
    isNullAbsent: true,
    needs: ['java', 'mvn', 'python3'],
    install: (directory) => [generatorJar(directory), ...venv(join(directory, 'venv'))],
    build: (directory, out) => [
      generate(directory, out, 'client', '-g', 'python'),
      command(join(directory, 'venv/bin/pip'), [
        'install',
        '--quiet',
        '--force-reinstall',
        '--no-deps',
        join(out, 'client'),
      ]),
      command(join(directory, 'venv/bin/pip'), ['install', '--quiet', join(out, 'client')]),
    ],
    drive: (directory) => command(join(directory, 'venv/bin/python'), [driver('openapi_generator.py')]),
  },
  {
    name: 'openapi-generator-java',
    needs: ['java', 'mvn'],
    isNullAbsent: true,
    sendsNoNull: true,
    install: (directory) => [generatorJar(directory)],
    prepare: async (_, out) => {
      await mkdir(join(out, 'client/src/main/java'), { recursive: true });
      await copyFile(driver('Replay.java'), join(out, 'client/src/main/java/Replay.java'));
    },
    build: (directory, out) => [
      generate(directory, out, 'client', ...JAVA),
      command(
        'mvn',
        [
          ...['--batch-mode', '--quiet', '-DskipTests', '-Dmaven.compiler.parameters=true', 'compile'],
          ...['dependency:copy-dependencies', '-DoutputDirectory=target/lib', '-DincludeScope=runtime'],
        ],
        { cwd: join(out, 'client') },
      ),
    ],
    drive: (_, out) =>
      command('java', [
        ...['-cp', ['classes', 'lib/*'].map((each) => join(out, 'client/target', each)).join(delimiter)],
        ...['Replay', join(out, 'client/target/classes/org/openapitools/client/api')],
      ]),
  },
  ...goGenerators,
];
