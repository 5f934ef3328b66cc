/** `npm start`: synthesizes the stack and serves it on this machine. */
import { access, constants, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { reasonOf, rejectedFile } from '../data/rejected-file.ts';
import type { OpenTable } from '../open-table.ts';
import { deliveryLine, requestLine, sinkLine } from './console-lines.ts';
import { demoAccount, demoCommands, demoFile, demoKey, demoPartner, writeSandboxDemo } from './demo.ts';
import type { Sink } from './sink.ts';
import { synthesizeApart } from './synthesize.ts';

/** A failure that the user can correct: said in one sentence, without a stack. */
class UserError extends Error {}

const portNumber = (text: string): number => {
  const port = Number(text);
  if (/^[0-9]+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('It is not a port number.');
};

interface Options {
  readonly port: number;
  readonly data?: string;
  readonly db?: string;
  readonly watch?: boolean;
  readonly assembly?: string;
  readonly sink?: number;
  readonly sandbox?: boolean;
}

const program = new Command('npm start --')
  .option('--port <number>', 'serve at this port', portNumber, 3000)
  .option('--data <file>', 'load these records, one JSON object for each line, in place of the demo data')
  .option('--db <file>', 'keep the database in this file between runs; without it, it ends with the engine')
  .option('--assembly <directory>', 'serve this assembly, which was synthesized before, in place of a fresh one')
  .option('--sink <number>', 'receive webhooks of the demo account at this port, and print them', portNumber)
  .option('--sandbox', 'serve a sandbox: its demo keys are test keys, and its data can be reset')
  .option('--watch', 'rebuild the functions when their sources change')
  .allowExcessArguments(false)
  .showHelpAfterError();

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

/** A taken port is reported before any other work is done. */
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

/** Loads a file; the refused lines go to `FILE.rejected`, and any of them ends the start. */
const loadOrRefuse = async (table: OpenTable, file: string, name = file): Promise<void> => {
  const rejected = rejectedFile(file);
  const reasons: string[] = [];
  const { loadData } = await import('./service.ts');
  const { loaded, updated, unchanged, changed, refused } = await loadData(table, file, (refusedLine) => {
    rejected.add(refusedLine);
    reasons.push(reasonOf(refusedLine));
  });
  if (refused > 0) {
    throw new UserError(
      `${refused} of ${loaded + updated + unchanged + changed + refused} records of ${file} were refused and stand in ${rejected.name}, all reasons in ${rejected.reasons}: ` +
        `${reasons.slice(0, 5).join('; ')}${reasons.length > 5 ? '; ...' : ''}.`,
    );
  }
  const others = [
    ...(updated > 0 ? [`${updated} updated`] : []),
    ...(changed > 0 ? [`${changed} changed since, left`] : []),
  ];
  console.log(`Loaded ${name}: ${[`${loaded} records new`, ...others, `${unchanged} unchanged`].join(', ')}.`);
};

/** So long the requests that run may take to end once the service is to stop. */
const GRACE_MILLISECONDS = 10_000;

/** What only this machine allows: webhooks over plain HTTP, and to itself. */
const LOCAL_WEBHOOKS = { WEBHOOKS_LOCAL: 'allowed' };

const main = async (): Promise<void> => {
  const options = program.parse().opts<Options>();
  const { sandbox: isSandbox = false } = options;
  if (options.db && process.env.DYNAMODB_ENDPOINT) {
    throw new UserError('--db keeps the data of the embedded engine, but DYNAMODB_ENDPOINT names another one.');
  }
  if (options.sink !== undefined && options.data) {
    throw new UserError('--sink subscribes an account of the demo data, which --data replaces.');
  }
  if (options.data) await checkReadable(options.data);
  await checkPort(options.port);
  if (options.sink !== undefined) await checkPort(options.sink, '--sink');
  if (!options.assembly) console.log('Synthesizing the stack ...');
  // What is served with is loaded meanwhile, and not before: a mistake in the options is reported at once.
  const [assemblyDirectory, { startService }, { serveDocs }] = await Promise.all([
    options.assembly ? resolve(options.assembly) : synthesizeApart({ isSandbox }),
    import('./service.ts'),
    import('./docs.ts'),
  ]);
  if (assemblyDirectory === undefined) throw new UserError('The stack could not be synthesized.');
  const demo = isSandbox ? await writeSandboxDemo(assemblyDirectory) : demoFile;
  let hasDemo = false;
  const service = await startService({
    assemblyDirectory,
    port: options.port,
    db: options.db,
    environment: LOCAL_WEBHOOKS,
    onRequest: (line) => console.log(requestLine(line)),
    onDelivery: (line) => console.log(deliveryLine(line, Date.now())),
    onNotice: console.error,
    aside: serveDocs({ tryWithKey: options.data ? '' : await demoKey(isSandbox) }),
    load: async (table, isNew) => {
      if (options.data) await loadOrRefuse(table, options.data);
      // A database file that was kept has its data already, which need not be the demo data.
      else if (isNew || !options.db) {
        await loadOrRefuse(table, demo, 'the demo data');
        hasDemo = true;
      }
    },
  });
  if (hasDemo) {
    const { bringDemoMedia } = await import('./demo-media.ts');
    await bringDemoMedia(service);
  }
  let sink: Sink | undefined;
  const stop = async () => {
    await service.close(GRACE_MILLISECONDS);
    await sink?.close();
    process.exit(0);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  if (options.watch) {
    const reload = (milliseconds: number) => {
      service.reload();
      console.log(`Rebuilt the functions in ${Math.round(milliseconds)} ms.`);
    };
    const { watchFunctions } = await import('./watch.ts');
    await watchFunctions(assemblyDirectory, reload, (reason) => console.error(`Not rebuilt: ${reason}`));
  }
  console.log(`\nReady at ${service.url}, the reference page at ${service.url}/docs\n`);
  console.log('Webhooks may go to http:// and to this machine (WEBHOOKS_LOCAL=allowed); on AWS they may not.\n');
  console.log(`For the operator's commands: npm run admin -- --help, with --endpoint ${service.endpoint}`);
  console.log(`For admin -- usage beside it: --gateway ${service.usageEndpoint}`);
  console.log(`For admin -- explain REQUEST_ID: --logs ${service.logsEndpoint}\n`);
  const { partnerKey } = await import('../../../lib/partners/repository/partner.ts');
  if (await service.table.get(partnerKey(demoPartner))) console.log(await demoCommands(service.url, isSandbox));
  if (options.sink === undefined) return;
  const { startSink } = await import('./sink.ts');
  sink = await startSink({
    port: options.sink,
    api: service.url,
    key: await demoKey(isSandbox),
    businessId: demoAccount,
    onReceived: (line) => console.log(sinkLine(line)),
  });
  console.log(
    `Sink at ${sink.url}: subscription ${sink.subscriptionId} sends it all events of account ${demoAccount}\n`,
  );
};

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
