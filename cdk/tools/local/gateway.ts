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
  /** Variables for every function beside those of the template, for example the store's endpoint. */
  environment?: Record<string, string>;
  /** Physical names of resources by logical id, for example the table's name. */
  references?: Record<string, string>;
  /** Finds a metering key (the value of an API key) in whatever stands for API Gateway's own store of them. */
  findMeteringKey: (value: string) => Promise<MeteringKey | undefined>;
  /** Takes each request that was let through with a key. */
  onPassed?: PipelineOptions['onPassed'];
  /** The clock of caches, throttles and quotas. */
  now?: () => number;
  /** Passes header names in lower case, as they arrive over HTTP/2, instead of the client's case. */
  lowerCaseHeaders?: boolean;
  /** Takes what is known of each request once it is answered (`$context`). */
  onAnswered?: PipelineOptions['onAnswered'];
  /** Called for each request that was answered. */
  onRequest?: (line: RequestLine) => void;
  /** What is served beside the API; answers whether it took the request. */
  aside?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Takes what functions write; by default stderr is shown and stdout dropped. */
  onOutput?: Output;
};

export type RequestLine = { method: string; path: string; status: number; milliseconds: number; requestId: string };

export type Gateway = {
  url: string;
  port: number;
  /** Calls a function of the assembly, as what is no request does. */
  invoke: (functionId: string, event: unknown) => Promise<string>;
  /** Takes up the bundles again that lie in the assembly. */
  reload: () => void;
  /** Takes no more requests. Those that run have so many milliseconds to end (none by default); then they are cut off. */
  close: (grace?: number) => Promise<void>;
};

/** So long a client may go on sending a body that was refused; then the connection is cut. */
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
  const lambda = createLambda(model.functions, { assemblyDirectory, environment, onOutput });
  let closing: Promise<void> | undefined;
  // Calls cut off by close() fail too, but that is no news.
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
    // A client may go away at any time; there is nobody left to tell.
    request.on('error', () => {});
    response.on('error', () => {});
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
