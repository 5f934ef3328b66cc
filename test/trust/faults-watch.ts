/** What befalls the calls of clients under faults, and how often each call was tried. */
import type { Fault, StoreCall } from './fault-proxy.ts';

/**
 * The tries of one call. A batch is asked for what is left of it six times; two functions look a key up; a record is read
 * before it is checked and again after it was written under an idempotency key.
 */
export const TRIES = 3;
const most = ({ operation }: StoreCall): number => {
  if (operation === 'BatchGetItem') return 6 * TRIES;
  return operation === 'GetItem' ? 2 * TRIES : TRIES;
};

/**
 * Who has subscribed, and the audit: calls of the functions on the stream, which is repeated until they pass. They are struck as
 * any other, and no request's.
 */
const OF_STREAM = /#SUBSCRIPTIONS"|#AUDIT#/;

/** What befalls the calls of each tenant, and how often each call of a request was tried. */
export const createWatch = (findTenant: (body: string) => number | undefined) => {
  const choices = new Map<number, (call: StoreCall) => Fault | undefined>();
  const tries = new Map<number, Map<string, number>>();
  const failures: string[] = [];
  const seen = { calls: 0, faults: 0, mostCalls: 0 };
  const note = (tenant: number, call: StoreCall): void => {
    const ofTenant = tries.get(tenant) ?? new Map<string, number>();
    const count = (ofTenant.get(call.body) ?? 0) + 1;
    tries.set(tenant, ofTenant.set(call.body, count));
    if (count > most(call)) failures.push(`${call.operation} was tried ${count} times: ${call.body}`);
  };
  return {
    choices,
    failures,
    seen,
    choose(call: StoreCall): Fault | undefined {
      const tenant = findTenant(call.body);
      const choice = tenant === undefined ? undefined : choices.get(tenant);
      if (tenant === undefined || !choice) return undefined;
      if (!OF_STREAM.test(call.body)) note(tenant, call);
      seen.calls++;
      const fault = choice(call);
      if (fault) seen.faults++;
      return fault;
    },
    /** A new request of the tenant begins. */
    begin(tenant: number): void {
      const calls = [...(tries.get(tenant)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
      seen.mostCalls = Math.max(seen.mostCalls, calls);
      tries.delete(tenant);
    },
  };
};

export type Watch = ReturnType<typeof createWatch>;
