/** The bundles that are deployed, called in this process. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export type Handler = (event: unknown, context: unknown) => Promise<unknown>;

/** The handler of a bundle, in an instance of the module of its own: it opens a table once, and remembers keys. */
export const importHandler = async (assemblyDirectory: string, entry: string): Promise<Handler> => {
  const { href } = pathToFileURL(join(assemblyDirectory, 'bundles', entry, 'index.mjs'));
  return (await import(/* @vite-ignore */ `${href}?${randomUUID()}`)).handler;
};

const set = (variables: NodeJS.ProcessEnv) => {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
};

/** Runs with these variables in the environment, and then puts back what was there. */
export const withEnvironment = async <T>(variables: NodeJS.ProcessEnv, run: () => Promise<T>): Promise<T> => {
  const before = Object.fromEntries(Object.keys(variables).map((name) => [name, process.env[name]]));
  set(variables);
  try {
    return await run();
  } finally {
    set(before);
  }
};
