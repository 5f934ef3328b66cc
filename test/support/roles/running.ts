/** Which function runs, and what its role makes of what it sends. The sources import this as they are loaded: `plugin.ts`. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Exchange, Message, Response } from '../../../lib/dynamodb/client/exchange.ts';
import { refusalOf, type ServiceName } from '../../../tools/local/iam/refusals.ts';
import type { Roles } from '../../../tools/local/iam/roles.ts';
import { needsOf, type ResourceIds, signerOf } from '../../../tools/local/iam/service-call.ts';
import { deployedAs, noteDenial } from './record.ts';
import { keyRefusal } from './strict-keys.ts';

/** The entry of the function that runs; none for what a test does itself. */
const running = new AsyncLocalStorage<string | undefined>();

/** A handler that runs under the role of its function, which is read before its time begins. */
export const underRole =
  <Args extends unknown[], Result>(entry: string, handler: (...args: Args) => Promise<Result>) =>
  async (...args: Args): Promise<Result> => {
    await deployedAs(entry);
    return running.run(entry, () => handler(...args));
  };

/** Does what a test does itself, even where a function is running: in between its calls. */
export const asTest = <T>(work: () => T): T => running.run(undefined, work);

/**
 * What calls name here. A test file has its own table. Queues have the URLs that the test has put into the variables by which
 * the function knows them; of two with one URL it is either.
 */
const idsOf = ({ functions, tables, plans }: Roles, functionId: string): ResourceIds => {
  const { environment } = functions[functionId]!;
  const [tableId = ''] = Object.keys(tables);
  return {
    idOf: () => tableId,
    keysOf: (id) => tables[id],
    queueIdOf: (url) => environment[Object.keys(environment).find((name) => process.env[name] === url) ?? ''] ?? url,
    bucketIdOf: (name) => name,
    planIdOf: (name) => plans[name] ?? name,
  };
};

const check = async (
  entry: string,
  { target, headers, body, method: sent }: Message,
): Promise<Response | undefined> => {
  const [path, method] = [target.path ?? '/', sent ?? 'POST'];
  const service = signerOf(String(headers.Authorization), path)?.service as ServiceName;
  const { roles, authority, functionId } = await deployedAs(entry);
  const call = { method, target: path, operation: String(headers['X-Amz-Target']), body };
  const needs = needsOf(service, call, idsOf(roles, functionId));
  if (!needs) throw new Error(`It is not known what ${method} ${path} needs.`);
  const denial = authority.check(functionId, needs);
  if (denial) noteDenial(denial);
  const refusal = denial ? refusalOf(service, denial) : keyRefusal(call.operation, String(body));
  return (
    refusal && {
      ...refusal,
      headers: Object.fromEntries(Object.entries(refusal.headers).map(([name, value]) => [name.toLowerCase(), value])),
    }
  );
};

/**
 * Exchanges in which a call that the running function's role does not allow, or that DynamoDB would refuse and the engine does
 * not, is answered as AWS does, and goes nowhere.
 */
export const guarded =
  <Settings>(open: (settings: Settings) => Exchange) =>
  (settings: Settings): Exchange => {
    const exchange = open(settings);
    return async (message, options) => {
      const entry = running.getStore();
      const denied = entry === undefined ? undefined : await check(entry, message);
      return denied ?? exchange(message, options);
    };
  };
