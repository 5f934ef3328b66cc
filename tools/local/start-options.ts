/** The options of `npm start`, and what is checked of them before any work is done. */
import { access, constants, readdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { Command, InvalidArgumentError } from 'commander';
import { locateEngine } from './engine.ts';

/** A failure that the user can correct: printed as one sentence, without a stack trace. */
export class UserError extends Error {}

const portNumber = (text: string): number => {
  const port = Number(text);
  if (/^[0-9]+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('It is not a port number.');
};

export interface StartOptions {
  readonly port: number;
  readonly data?: string;
  readonly db?: string;
  readonly watch?: boolean;
  readonly assembly?: string;
  readonly sink?: number;
  readonly connector?: number;
  readonly fast?: boolean;
  readonly sandbox?: boolean;
  readonly commands?: boolean;
}

const program = new Command('npm start --')
  .option('--port <number>', 'serve at this port', portNumber, 3000)
  .option('--data <file>', 'load these records, one JSON object for each line, in place of the demo data')
  .option('--db <file>', 'keep the database in this file between runs; without it, it ends with the engine')
  .option('--assembly <directory>', 'serve this assembly, which was synthesized before, in place of a fresh one')
  .option('--commands', 'print all demo keys, and a command to paste for each operation')
  .option('--sink <number>', 'receive webhooks of the demo account at this port, and print them', portNumber)
  .option('--connector <number>', 'carry out jobs of the demo account at this port, as an example', portNumber)
  .option('--fast', 'divide the waits and deadlines of jobs by 60')
  .option('--sandbox', 'serve a sandbox: its demo keys are test keys, and its data can be reset')
  .option('--watch', 'rebuild the functions when their sources change')
  .allowExcessArguments(false)
  .showHelpAfterError();

/** npm keeps options without `--` in front of them for itself, with a warning at most. */
const checkSwallowed = (): void => {
  const { npm_lifecycle_event: script, ...environment } = process.env;
  const [swallowed] = program.options.filter(({ long = '' }) => {
    const name = `npm_config_${long.slice(2).replaceAll('-', '_')}`;
    return script === 'start' && environment[name] !== undefined && !process.argv.includes(long);
  });
  if (swallowed) {
    throw new UserError(
      `npm took ${swallowed.long} for itself: options go behind --, as in npm start -- ${swallowed.flags}`,
    );
  }
};

const checkReadable = async (file: string): Promise<void> => {
  const unreadable = new UserError(`The data file ${file} can't be read.`);
  try {
    await access(file, constants.R_OK);
    // A load reads its file more than once, which neither a directory nor a pipe allows.
    if (!(await stat(file)).isFile()) throw unreadable;
  } catch {
    throw unreadable;
  }
};

const checkAssembly = async (directory: string): Promise<void> => {
  const files = await readdir(directory).catch(() => []);
  if (!files.some((file) => file.endsWith('.template.json'))) {
    throw new UserError(`${directory} holds no assembly. npm run synth makes one in cdk.out.`);
  }
};

const checkPort = (port: number, option = '--port'): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', (error: NodeJS.ErrnoException) =>
        reject(
          new UserError(
            error.code === 'EADDRINUSE'
              ? `Port ${port} is taken; choose another with ${option}.`
              : `Port ${port} can't be used: ${error.message}.`,
          ),
        ),
      )
      .listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });

/**
 * Reads the options of the command line. What is wrong with them is reported before any other work is done.
 *
 * @throws UserError with one sentence
 */
export const readStartOptions = async (): Promise<StartOptions> => {
  checkSwallowed();
  const options = program.parse().opts<StartOptions>();
  const { data, db, assembly, port, sink, connector, commands } = options;
  if (db && process.env.DYNAMODB_ENDPOINT) {
    throw new UserError('--db keeps the data of the embedded engine, but DYNAMODB_ENDPOINT names another one.');
  }
  if (sink !== undefined && data) {
    throw new UserError('--sink subscribes an account of the demo data, which --data replaces.');
  }
  if (connector !== undefined && data) {
    throw new UserError('--connector works for an account of the demo data, which --data replaces.');
  }
  if (commands && data) throw new UserError('--commands are those of the demo data, which --data replaces.');
  if (data) await checkReadable(data);
  if (assembly) await checkAssembly(assembly);
  await checkPort(port);
  if (sink !== undefined) await checkPort(sink, '--sink');
  if (connector !== undefined) await checkPort(connector, '--connector');
  await locateEngine();
  return options;
};
