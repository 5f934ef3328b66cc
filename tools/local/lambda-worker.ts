/** The entry of a function's worker thread: loads its bundle once, then answers one invocation per message. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileFunction, constants } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { writeJson } from './json-console.ts';
import type { Invocation, Outcome } from './lambda.ts';

type Handler = (event: unknown, context: object) => unknown;
type Exports = Record<string, unknown> & { default?: Record<string, unknown> };

const invocation = new AsyncLocalStorage<string>();

// Set for this thread only; the function must not see it.
delete process.env.NODE_COMPILE_CACHE;

const { directory, handler, jsonLogs } = workerData as { directory: string; handler: string; jsonLogs: boolean };
if (jsonLogs) writeJson(invocation);

/**
 * Runs a bundle as CommonJS. `import()` would take the module type from the nearest package.json, which may be this
 * project's; on Lambda there is none above the bundle.
 */
const loadCommonJs = (file: string): Exports => {
  const module: { exports: Exports } = { exports: {} };
  const wrapper = compileFunction(
    readFileSync(file, 'utf8'),
    ['exports', 'require', 'module', '__filename', '__dirname'],
    { filename: file, importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER },
  );
  wrapper.call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
  return module.exports;
};

const isCommonJs = (file: string): boolean =>
  file.endsWith('.cjs') || (file.endsWith('.js') && !existsSync(join(directory, 'package.json')));

const loadHandler = async (): Promise<Handler> => {
  const dot = handler.lastIndexOf('.');
  const [path, name] = [join(directory, handler.slice(0, dot)), handler.slice(dot + 1)];
  const file = ['.mjs', '.js', '.cjs'].map((extension) => path + extension).find(existsSync);
  if (!file) throw new Error(`Cannot find module '${path}'`);
  const exports: Exports = isCommonJs(file) ? loadCommonJs(file) : await import(pathToFileURL(file).href);
  const found = exports[name] ?? exports.default?.[name];
  if (typeof found !== 'function') throw new Error(`${handler} is undefined or not exported`);
  return found as Handler;
};

const loaded = loadHandler();
// Each invocation reports a bundle that cannot be loaded; an unhandled rejection must not end the thread before.
loaded.catch(() => {});

const run = async ({ id, event, context, deadline }: Invocation): Promise<Outcome> => {
  try {
    const found = await loaded;
    const getRemainingTimeInMillis = () => Math.max(0, deadline - Date.now());
    const result = await found(JSON.parse(event), { ...context, getRemainingTimeInMillis });
    return { id, payload: JSON.stringify(result) ?? 'null' };
  } catch (error) {
    console.error('Invoke Error', error);
    return error instanceof Error
      ? { id, errorType: error.name, errorMessage: error.message }
      : { id, errorType: 'Error', errorMessage: String(error) };
  }
};

parentPort!.on('message', async (asked: Invocation) =>
  parentPort!.postMessage(await invocation.run(asked.id, () => run(asked))),
);
