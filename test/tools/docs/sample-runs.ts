/** Runs the samples of the reference page, as they are printed, against the service with the demo data. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Operation } from '../../../lib/contract/cases.ts';
import { buildClient, buildPythonClient } from '../../../tools/docs/client/build.ts';
import { CLIENT_NAME, PYTHON_MODULE } from '../../../tools/docs/client/name.ts';
import { className } from '../../../tools/docs/samples/java.ts';
import { type Language, sampleOf } from '../../../tools/docs/samples/languages.ts';
import { sampledOf } from '../../../tools/docs/samples/sample.ts';
import { demoKey } from '../../../tools/local/demo.ts';
import { itemsOfCases } from '../../support/case-items.ts';
import { startDemoService } from '../../support/demo-service.ts';
import { putItems } from '../../support/put-items.ts';

const run = promisify(execFile);

/** A request as it came, and the status that it was answered with. */
export interface Seen {
  readonly request: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly status: number | undefined;
}

export interface Recorded {
  readonly url: string;
  /** In the order in which they were answered. */
  readonly seen: Seen[];
  readonly close: () => Promise<void>;
}

/** The service behind a proxy that notes what passes, and passes it on as it is. */
export const startRecorded = async (): Promise<Recorded> => {
  const service = await startDemoService([], { requestsOnly: true });
  await putItems(service.table, itemsOfCases());
  const seen: Seen[] = [];
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url = '', headers } = request;
    const onward = httpRequest(new URL(url, service.url), { method, headers }).end(Buffer.concat(chunks));
    const [answer] = await once(onward, 'response');
    const text = Buffer.concat(chunks).toString();
    seen.push({
      request: `${method} ${spelled(url)}`,
      headers,
      body: text === '' ? undefined : JSON.parse(text),
      status: answer.statusCode,
    });
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  };
  const proxy = createServer((request, response) => {
    pass(request, response).catch((error: Error) => response.destroy(error));
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    seen,
    close: async () => {
      proxy.closeAllConnections();
      proxy.close();
      await service.close();
    },
  };
};

/** A request target with one spelling of its query: what a comma or an at sign looks like is up to the language. */
const spelled = (target: string): string => {
  const { pathname, searchParams } = new URL(target, 'http://any');
  return `${pathname}?${searchParams}`;
};

/** What the samples of these operations are to send. */
export const expectedOf = (operations: readonly Operation[]) =>
  operations.map((operation) => {
    const { method, path, value } = sampledOf(operation);
    return { request: `${method} ${spelled(path)}`, body: value };
  });

/** The files that run samples one after the other in one process, and the commands for that. */
type Batch = (samples: readonly (readonly [id: string, text: string])[]) => {
  readonly files: Readonly<Record<string, string>>;
  readonly commands: readonly (readonly [program: string, ...args: string[]])[];
};

const modules: Batch = (samples) => ({
  files: {
    ...Object.fromEntries(samples.map(([id, text]) => [`${id}.mts`, text])),
    'all.mts': samples.map(([id]) => `await import('./${id}.mts');\n`).join(''),
  },
  commands: [[process.execPath, 'all.mts']],
});

const scripts: Batch = (samples) => ({
  files: {
    ...Object.fromEntries(samples.map(([id, text]) => [`${id}.py`, text])),
    'all.py': `import runpy\n${samples.map(([id]) => `runpy.run_path('${id}.py', run_name='__main__')\n`).join('')}`,
  },
  commands: [['python3', 'all.py']],
});

/** Puts our client where the samples of a language find it. */
const installed: Partial<Record<Language['id'], (directory: string) => Promise<void>>> = {
  typescript: (directory) => buildClient(join(directory, 'node_modules', CLIENT_NAME)),
  python: async (directory) => {
    const built = join(directory, 'client');
    await buildPythonClient(built);
    await rename(join(built, PYTHON_MODULE), join(directory, PYTHON_MODULE));
  },
};

const batches: Readonly<Record<Language['id'], Batch>> = {
  curl: (samples) => ({
    files: { 'all.sh': `set -e\n${samples.map(([, text]) => text).join('\n')}\n` },
    commands: [['bash', 'all.sh']],
  }),
  typescript: modules,
  fetch: modules,
  python: scripts,
  urllib: scripts,
  java: (samples) => ({
    files: {
      ...Object.fromEntries(samples.map(([id, text]) => [`${className(id)}.java`, text])),
      'All.java': `public class All {\n  public static void main(String[] args) throws Exception {\n${samples
        .map(([id]) => `    ${className(id)}.main(args);\n`)
        .join('')}  }\n}\n`,
    },
    commands: [
      ['javac', '-d', 'classes', 'All.java'],
      ['java', '-cp', 'classes', 'All'],
    ],
  }),
  // One program of many packages: the two lines that name a sample's package and its start are all that differs.
  go: (samples) => ({
    files: {
      'go.mod': 'module samples\n\ngo 1.21\n',
      ...Object.fromEntries(
        samples.map(([id, text]) => [
          `${id.toLowerCase()}/main.go`,
          text.replace('package main', `package ${id.toLowerCase()}`).replace('func main()', 'func Main()'),
        ]),
      ),
      'main.go': `package main\n\nimport (\n${samples.map(([id]) => `\t"samples/${id.toLowerCase()}"\n`).join('')})\n\nfunc main() {\n${samples
        .map(([id]) => `\t${id.toLowerCase()}.Main()\n`)
        .join('')}}\n`,
    },
    commands: [['go', 'run', '.']],
  }),
};

/** Programs that must be there for a language. */
export const programsOf: Readonly<Record<Language['id'], readonly string[]>> = {
  curl: ['bash', 'curl'],
  typescript: [],
  python: ['python3'],
  fetch: [],
  urllib: ['python3'],
  java: ['javac', 'java'],
  go: ['go'],
};

/**
 * Runs the samples of these operations in their order; fails where one ends with an error.
 *
 * @param directory - an empty one
 */
export const runSamples = async (
  language: Language,
  operations: readonly Operation[],
  url: string,
  directory: string,
): Promise<string> => {
  const samples = operations.map((operation) => [operation.id, sampleOf(operation, language)] as const);
  const { files, commands } = batches[language.id](samples);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), text);
  }
  await installed[language.id]?.(directory);
  let output = '';
  for (const [program, ...args] of commands) {
    const { stdout } = await run(program, args, {
      cwd: directory,
      env: { ...process.env, API_URL: url, API_KEY: await demoKey(), GOFLAGS: '-mod=mod', GO111MODULE: 'on' },
      maxBuffer: 1 << 26,
    });
    output += stdout;
  }
  return output;
};
