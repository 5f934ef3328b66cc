import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { readAssembly } from './assembly.ts';
import type { Exchange, Reply } from './exchange.ts';
import type { GatewayFault } from './gateway-fault.ts';
import { createLambda, type Output, showErrors } from './lambda.ts';
import { listenLocally } from './listen.ts';
import { createPipeline, type MeteringKey, type PipelineOptions } from './pipeline.ts';
import { readExchange, targetOf } from './request.ts';

export type GatewayOptions = {
  /** The CDK assembly to serve (`cdk.out`). */
  assemblyDirectory: string;
  /** 0, the default, takes a free port. */
  port?: number;
  /** One address to listen on. Without it: loopback, IPv4 and, where there is one, IPv6. */
  host?: string;
  /** Variables for every function in addition to the template's, for example the store's endpoint. */
  environment?: Record<string, string>;
  /** Makes each function sign with its own access key, which is its logical id. */
  hasOwnKeys?: boolean;
  /** Physical names of resources by logical id, for example the table's name. */
  references?: Record<string, string>;
  /** Finds a metering key (the value of an API key) in the local replacement of API Gateway's key store. */
  findMeteringKey: (value: string) => Promise<MeteringKey | undefined>;
  /** Receives each request that passed with a key. */
  onPassed?: PipelineOptions['onPassed'];
  /** The clock of caches, throttles and quotas. */
  now?: () => number;
  /** Passes header names in lower case, as they arrive over HTTP/2, instead of the client's case. */
  lowerCaseHeaders?: boolean;
  /** Receives the context (`$context`) of each request once it is answered. */
  onAnswered?: PipelineOptions['onAnswered'];
  /** Called for each request that was answered. */
  onRequest?: (line: RequestLine) => void;
  /** Serves requests that are not for the API. Returns whether it handled the request. */
  aside?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Receives the functions' output; by default stderr is shown and stdout dropped. */
  onOutput?: Output;
};

export type RequestLine = { method: string; path: string; status: number; milliseconds: number; requestId: string };

export type Gateway = {
  url: string;
  port: number;
  /** Invokes a function of the assembly directly, as streams, queues and schedules do. */
  invoke: (functionId: string, event: unknown) => Promise<string>;
  /** Reloads the bundles of the assembly. */
  reload: () => void;
  /** Accepts no more requests. Running ones have `grace` milliseconds to complete (0 by default), then are cut off. */
  close: (grace?: number) => Promise<void>;
};

/** How long a client may keep sending a body that was refused before the connection is cut. */
const REFUSED_BODY_MILLISECONDS = 1000;

const send = (request: IncomingMessage, response: ServerResponse, { status, headers, body }: Reply): void => {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  if (!request.complete) {
    // Not at once: a client that is still sending would see a reset in place of the response.
    const cut = setTimeout(() => request.destroy(), REFUSED_BODY_MILLISECONDS);
    request.once('close', () => clearTimeout(cut));
  }
  response.end(body);
};

const describe = (fault: GatewayFault, { verb, path }: Exchange): string => {
  const { cause } = fault;
  const reason = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause ?? fault.text);
  return `${verb} ${path}: ${fault.type}: ${reason}\n`;
};

/**
 * Serves a synthesized API on this machine as API Gateway REST (v1) would, calling the bundles of the assembly.
 * Routes stand at the root; a path that starts with the stage, as on AWS, is served as well. Throttles, quotas
 * and caches live in memory and start afresh with each gateway.
 */
export const startGateway = async (options: GatewayOptions): Promise<Gateway> => {
  const { assemblyDirectory, environment = {}, onRequest, onOutput = showErrors, now = Date.now } = options;
  const model = await readAssembly(assemblyDirectory, options.references);
  const lambda = createLambda(model.functions, {
    assemblyDirectory,
    environment,
    onOutput,
    hasOwnKeys: options.hasOwnKeys,
  });
  let closing: Promise<void> | undefined;
  // Calls that close() cuts off fail too; that is expected and not reported.
  const complain = (text: string) => closing ?? onOutput({ functionId: 'gateway', stream: 'stderr', text });
  const answer = createPipeline({
    model,
    invoke: lambda.invoke,
    findMeteringKey: options.findMeteringKey,
    onPassed: options.onPassed,
    onAnswered: options.onAnswered,
    now,
    lowerCaseHeaders: options.lowerCaseHeaders ?? false,
    onFault: (fault, exchange) => complain(describe(fault, exchange)),
  });

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const started = performance.now();
    const exchange = await readExchange(request, model, now);
    const reply = await answer(exchange);
    send(request, response, reply);
    onRequest?.({
      method: request.method ?? '',
      path: targetOf(request).path,
      status: reply.status,
      milliseconds: performance.now() - started,
      requestId: exchange.requestId,
    });
  };

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    // A client may disconnect at any time; there is no one to respond to.
    request.on('error', () => {});
    response.on('error', () => {});
    // What is served aside has one too; a response of the API has its own.
    response.setHeader('X-Request-Id', randomUUID());
    if (options.aside?.(request, response)) return;
    serve(request, response).catch((error: Error) => {
      if (!request.destroyed || request.complete) complain(`${error.stack ?? error}\n`);
      response.destroy();
    });
  };

  const { port, close } = await listenLocally(listener, { port: options.port ?? 0, host: options.host });
  const host = options.host ?? 'localhost';
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    invoke: lambda.invoke,
    reload: lambda.reload,
    close: (grace = 0) => {
      closing ??= close(grace).then(lambda.close);
      return closing;
    },
  };
};
