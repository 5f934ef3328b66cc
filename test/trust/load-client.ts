/** Sends requests at a rate, or as fast as they are answered, and keeps what came back. */
import http from 'node:http';
import type { Operation } from '../../lib/contract/cases.ts';
import { readAssembly } from '../../tools/local/assembly.ts';
import { requestOf, type SentRequest } from './samples.ts';

/** What a stretch of load came to. */
export interface Stretch {
  /** Milliseconds of each answer, from when its request was due. */
  readonly latencies: number[];
  readonly statuses: Map<number | string, number>;
  /** The first few that were answered neither 200 nor 429, with what was said. */
  readonly odd: string[];
  /** Of the stretch, until its last answer. */
  milliseconds: number;
}

/** Whose examples are right only one after the other: they are checked alone too. */
const IN_ORDER: ReadonlySet<string> = new Set(['updateService']);

/**
 * Every example of an operation, with a key of the demo data. What makes, removes or switches something is checked alone: done
 * once, it would be refused ever after.
 */
export const exampleRequests = (operation: Operation, key: string): SentRequest[] =>
  operation.cases.examples.map(({ parameters, body }) =>
    requestOf(
      operation,
      {
        parameters: {
          ...parameters,
          ...((operation.lasting || IN_ORDER.has(operation.id)) && { validateOnly: true }),
        },
        body,
      },
      key,
    ),
  );

export const throughput = ({ latencies, milliseconds }: Stretch): number => (1000 * latencies.length) / milliseconds;

/** @param share - between 0 and 1 */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** What the plan of this name allows. */
export const planLimit = async (assemblyDirectory: string, plan: string) => {
  const { usagePlans } = await readAssembly(assemblyDirectory);
  const limit = usagePlans.find(({ names }) => names.includes(plan))?.limit;
  if (!limit) throw new Error(`The plan ${plan} has no limit`);
  return limit;
};

const MOST_ODD = 5;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** @param url - of the service */
export const createLoadClient = (url: string) => {
  // A connection that is idle ends here, not at the service just as it is used again.
  const agent = new http.Agent({ keepAlive: true, maxSockets: 200, timeout: 30_000 });
  const { hostname, port } = new URL(url);

  const send = ({ method, path, headers, body }: SentRequest, odd: string[]): Promise<number | string> =>
    new Promise((resolve) => {
      // Node says nothing of the length of a DELETE's body by itself.
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const sent = http.request(
        { hostname, port, method, path, headers: { ...headers, ...length }, agent },
        (answer) => {
          const { statusCode: status = 0 } = answer;
          if (status === 200 || status === 429 || odd.length === MOST_ODD) answer.resume();
          else answer.setEncoding('utf8').on('data', (text) => odd.push(`${method} ${path} ${status} ${text}`));
          answer.on('end', () => resolve(status));
          answer.on('error', (error) => resolve(error.message));
        },
      );
      sent.on('error', (error) => resolve(error.message));
      sent.end(body);
    });

  const sendTo = async (stretch: Stretch, request: SentRequest, due: number): Promise<void> => {
    const status = await send(request, stretch.odd);
    stretch.latencies.push(performance.now() - due);
    stretch.statuses.set(status, (stretch.statuses.get(status) ?? 0) + 1);
  };
  const empty = (): Stretch => ({ latencies: [], statuses: new Map(), odd: [], milliseconds: 0 });

  return {
    /** So many requests a second, whether they are answered or not. */
    async atRate(requests: readonly SentRequest[], rate: number, milliseconds: number): Promise<Stretch> {
      const stretch = empty();
      const started = performance.now();
      const open: Promise<void>[] = [];
      for (let sent = 0; ; ) {
        const elapsed = Math.min(performance.now() - started, milliseconds);
        for (; sent < (elapsed * rate) / 1000; sent++) {
          open.push(sendTo(stretch, requests[sent % requests.length]!, started + (sent * 1000) / rate));
        }
        if (elapsed === milliseconds) break;
        // What is answered is let go of: a stretch may be long.
        if (open.length > 10_000) await Promise.all(open.splice(0, 5000));
        await pause(5);
      }
      await Promise.all(open);
      stretch.milliseconds = performance.now() - started;
      return stretch;
    },

    /** As fast as `clients` are answered. */
    async atOnce(requests: readonly SentRequest[], clients: number, milliseconds: number): Promise<Stretch> {
      const stretch = empty();
      const started = performance.now();
      let sent = 0;
      const client = async () => {
        while (performance.now() - started < milliseconds) {
          await sendTo(stretch, requests[sent++ % requests.length]!, performance.now());
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
      stretch.milliseconds = performance.now() - started;
      return stretch;
    },
    close: () => agent.destroy(),
  };
};

export type LoadClient = ReturnType<typeof createLoadClient>;
