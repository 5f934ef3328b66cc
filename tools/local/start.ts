/** `npm start`: synthesizes the stack and serves it on this machine. */
import { resolve } from 'node:path';
import { REQUEST_PAGE } from '../../lib/campaigns/page.ts';
import { JOBS_FASTER } from '../../lib/connectors/repository/times.ts';
import { reasonOf, rejectedFile } from '../data/rejected-file.ts';
import type { OpenTable } from '../open-table.ts';
import type { LocalConnector } from './connector.ts';
import { deliveryLine, requestLine, sinkLine } from './console-lines.ts';
import {
  allCommands,
  demoAccount,
  demoFile,
  demoKey,
  demoPartner,
  demoPartnerKeys,
  firstCommands,
  writeSandboxDemo,
} from './demo.ts';
import { firstLines, outputStyle } from './first-lines.ts';
import { REQUEST_PAGE_PATH, serveRequests } from './request-page.ts';
import type { Service } from './service.ts';
import type { Sink } from './sink.ts';
import { readStartOptions, type StartOptions, UserError } from './start-options.ts';
import { processSteps } from './steps.ts';
import { synthesizeApart } from './synthesize.ts';

const steps = processSteps();

/** Loads a file. Refused lines go to `FILE.rejected`, and any of them stops the start. */
const loadOrRefuse = async (table: OpenTable, file: string, name = file): Promise<void> => {
  const rejected = rejectedFile(file);
  const reasons: string[] = [];
  const { loadData } = await import('./load-data.ts');
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
  steps.end();
  console.log(`Loaded ${name}: ${[`${loaded} records new`, ...others, `${unchanged} unchanged`].join(', ')}.`);
};

/** How long running requests may take to complete once the service stops. */
const GRACE_MILLISECONDS = 10_000;

/** What only this machine allows: webhooks over plain HTTP, and to itself. */
const LOCAL_WEBHOOKS = { WEBHOOKS_LOCAL: 'allowed' };

/** By how much `--fast` divides the waits and deadlines of jobs. */
const FASTER = 60;

/** Starts the service with the data that the options name. */
const serve = async ({ port, db, data, assembly, fast: isFast = false, sandbox: isSandbox = false }: StartOptions) => {
  if (!assembly) steps.begin('Synthesizing the stack');
  // The server's modules load in parallel, and only now: a mistake in the options is reported at once.
  const [assemblyDirectory, { startService }, { serveDocs }] = await Promise.all([
    assembly ? resolve(assembly) : synthesizeApart({ isSandbox }),
    import('./service.ts'),
    import('./docs.ts'),
  ]);
  if (assemblyDirectory === undefined) throw new UserError('The stack could not be synthesized.');
  const demo = isSandbox ? await writeSandboxDemo(assemblyDirectory) : demoFile;
  let hasDemo = false;
  const asides = [
    serveDocs({ tryWithKey: data ? '' : await demoKey(isSandbox) }),
    ...(data ? [] : [serveRequests(await demoPartnerKeys(isSandbox))]),
  ];
  steps.begin('Starting the engine and loading the data');
  const service = await startService({
    assemblyDirectory,
    port,
    db,
    environment: {
      ...LOCAL_WEBHOOKS,
      ...(isFast && { [JOBS_FASTER]: String(FASTER) }),
      // It asks with the demo keys.
      ...(!data && { [REQUEST_PAGE]: `http://localhost:${port}${REQUEST_PAGE_PATH}` }),
    },
    isFast,
    onRequest: (line) => console.log(requestLine(line)),
    onDelivery: (line) => console.log(deliveryLine(line, Date.now())),
    onNotice: console.error,
    aside: (request, response) => asides.some((serve) => serve(request, response)),
    load: async (table, isNew) => {
      if (data) await loadOrRefuse(table, data);
      // An existing database file already has data, which need not be the demo data.
      else if (isNew || !db) {
        await loadOrRefuse(table, demo, 'the demo data');
        hasDemo = true;
      }
    },
  });
  if (hasDemo) {
    const [{ loadDemoMedia }, { loadDemoRecords }] = await Promise.all([
      import('./demo-media.ts'),
      import('./demo-records.ts'),
    ]);
    await Promise.all([loadDemoMedia(service), loadDemoRecords(service)]);
  }
  steps.end();
  return { service, assemblyDirectory };
};

/** Receives the webhooks of the demo account, and prints them. */
const receive = async (service: Service, port: number, isSandbox: boolean): Promise<Sink> => {
  const { startSink } = await import('./sink.ts');
  const sink = await startSink({
    port,
    api: service.url,
    key: await demoKey(isSandbox),
    businessId: demoAccount,
    onReceived: (line) => console.log(sinkLine(line)),
  });
  console.log(
    `Sink at ${sink.url}: subscription ${sink.subscriptionId} sends it all events of account ${demoAccount}\n` +
      'Webhooks may go to http:// and to this machine (WEBHOOKS_LOCAL=allowed); on AWS they may not.\n',
  );
  return sink;
};

/** Carries out jobs of the demo account, and prints them. */
const carryOut = async (service: Service, port: number, isSandbox: boolean): Promise<LocalConnector> => {
  const { startConnector } = await import('./connector.ts');
  const connector = await startConnector({
    port,
    api: service.url,
    key: await demoKey(isSandbox),
    accountNumber: demoAccount,
    onJob: (line) => console.log(`connector: ${line}`),
  });
  console.log(`Connector at ${connector.url}: it carries out all jobs of account ${demoAccount}\n`);
  return connector;
};

const main = async (): Promise<void> => {
  const options = await readStartOptions();
  const { sandbox: isSandbox = false } = options;
  const { service, assemblyDirectory } = await serve(options);
  let sink: Sink | undefined;
  let connector: LocalConnector | undefined;
  const stop = async () => {
    await service.close(GRACE_MILLISECONDS);
    await Promise.all([sink?.close(), connector?.close()]);
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
  const { partnerKey } = await import('../../lib/partners/repository/partner.ts');
  const hasDemo = (await service.table.get(partnerKey(demoPartner))) !== undefined;
  if (options.commands && hasDemo) console.log(`\n${await allCommands(service.url, isSandbox)}`);
  if (options.sink !== undefined) sink = await receive(service, options.sink, isSandbox);
  if (options.connector !== undefined) connector = await carryOut(service, options.connector, isSandbox);
  const demo = hasDemo ? await firstCommands(service.url, isSandbox) : undefined;
  console.log(`\n${firstLines({ ...service, demo }, outputStyle())}\n`);
};

try {
  await main();
} catch (error) {
  steps.end();
  console.error((error as Error).message);
  process.exit(1);
}
