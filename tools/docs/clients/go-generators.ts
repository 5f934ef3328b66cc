/** Generators for Go. */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, command } from '../commands.ts';
import { documentIn, driver, type Generator, generate, generatorJar, TOLERANT } from './generator.ts';

/** A Go module with the client as one of its packages, and a driver that finds its methods. */
const goModule = (file: string) => async (_: string, out: string) => {
  await mkdir(join(out, 'client'));
  await Promise.all(['main.go', file].map((name) => copyFile(driver(name), join(out, name))));
};
const goBuild = (out: string): readonly Command[] => [
  command('go', ['mod', 'init', 'client.example/client'], { cwd: out }),
  command('go', ['mod', 'tidy'], { cwd: out }),
  command('go', ['vet', './...'], { cwd: out }),
  command('go', ['build', '-o', 'replay', '.'], { cwd: out }),
];

/** Each makes a package. */
export const goGenerators: readonly Generator[] = [
  {
    name: 'openapi-generator-go',
    needs: ['java', 'mvn', 'go'],
    isNullAbsent: true,
    install: (directory) => [generatorJar(directory)],
    prepare: goModule('openapi_generator.go'),
    build: (directory, out) => [
      generate(directory, out, 'client', '-g', 'go', '--additional-properties', `withGoMod=false,${TOLERANT}`),
      ...goBuild(out),
    ],
    drive: (_, out) => command(join(out, 'replay'), []),
  },
  {
    name: 'oapi-codegen',
    needs: ['go'],
    isNullAbsent: true,
    sendsNoNull: true,
    install: (directory) => [
      command('go', ['install', 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2'], {
        environment: { GOBIN: directory },
      }),
    ],
    prepare: goModule('oapi_codegen.go'),
    build: (directory, out) => [
      command(
        join(directory, 'oapi-codegen'),
        ['-generate', 'types,client', '-package', 'client', '-o', join(out, 'client/client.gen.go'), documentIn(out)],
        { cwd: out },
      ),
      ...goBuild(out),
    ],
    drive: (_, out) => command(join(out, 'replay'), []),
  },
];
