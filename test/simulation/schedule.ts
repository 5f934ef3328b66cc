/** One schedule: clients in sandboxes of their own update one record through the real handler, over a faulty network. */
import { businessItem, businessKey } from '../../lib/business/repository/business.ts';
import { useTable } from '../../lib/dynamodb/environment.ts';
import { tableOf } from '../../lib/dynamodb/table.ts';
import { apiKeyItem, keyHash } from '../../lib/partners/repository/api-key.ts';
import {
  call,
  FIELDS,
  type Field,
  isSame,
  NUMBER,
  operationOf,
  REQUIRED,
  SECRET,
  type Sent,
  stateOf,
} from './client.ts';
import type { Operation, State } from './linearizable.ts';
import { createStore } from './store.ts';
import { createWorld, type Faults, type Sandbox } from './world.ts';

export interface Plan {
  readonly seed: number;
  readonly clients: number;
  readonly operations: number;
  readonly faults: Faults;
  /** The largest difference between two clocks, in milliseconds. */
  readonly skew: number;
}

export interface Outcome {
  readonly initial: State;
  readonly history: readonly Operation[];
  readonly trace: readonly string[];
  readonly statuses: readonly number[];
  readonly calls: number;
  /** The record at the end, when nothing is under way any more. */
  readonly final: State;
}

/** Runs a schedule to its end, until the latest message has arrived. */
export const runSchedule = async ({ seed, clients, operations, faults, skew }: Plan): Promise<Outcome> => {
  const store = createStore();
  const world = createWorld(seed, store, faults);
  let calls = 0;
  try {
    const initial: State = { keywords: 'k0', alias: 'a0' };
    const key = apiKeyItem(keyHash(SECRET), { partnerId: 'sim', plan: 'trial', meteringKey: 'meter' });
    const record = businessItem('sim', {
      businessNumber: NUMBER,
      accountNumber: 100,
      listingFixed: false,
      profile: { ...REQUIRED, ...initial },
    });
    for (const item of [key, record]) store.items.set(`${item.pk}\n${item.sk}`, item);
    const counted: typeof world.call = (operation, input, options) => {
      calls++;
      return world.call(operation, input, options);
    };
    useTable(tableOf('simulated', counted));
    const history: Operation[] = [];
    const statuses: number[] = [];

    const client = async (index: number) => {
      let known: { readonly etag: string; readonly state: State } | undefined;
      let pending:
        | {
            readonly sent: Sent;
            readonly field: Field;
            readonly value: string;
            readonly expected: State | undefined;
            readonly invoked: number;
          }
        | undefined;
      for (let count = 0; count < operations; count++) {
        await world.wait(world.random() * 40);
        const field = FIELDS[Math.floor(world.random() * FIELDS.length)]!;
        const value = `${field}-${index}-${count}`;
        const kind = world.random();
        const invoked = world.now();
        const log = async (sent: Sent, text: string, expected?: State) => {
          const answer = await call(sent, world.now);
          statuses.push(answer.status);
          world.note(`${text} -> ${answer.status}`);
          if (answer.status === 200 && answer.etag) known = { etag: answer.etag, state: stateOf(answer.body) };
          return operationOf(answer, { invoked, returned: world.now() }, { field, value, expected, text });
        };
        if (pending && kind < 0.7) {
          // The same request under its key, as often as it takes.
          const { sent, field: ofField, value: ofValue, expected } = pending;
          const answer = await call(sent, world.now);
          statuses.push(answer.status);
          world.note(`again ${ofValue} -> ${answer.status}`);
          const times = { invoked: pending.invoked, returned: world.now() };
          const text = `keyed ${ofField}=${ofValue}`;
          const at = history.findIndex((each) => each.text.startsWith(text));
          const operation = operationOf(answer, times, { field: ofField, value: ofValue, expected, text });
          if (at >= 0) history[at] = operation;
          if (answer.status !== 503) pending = undefined;
          continue;
        }
        if (kind < 0.3) {
          history.push(await log({ body: { [field]: value } }, `blind ${field}=${value}`));
        } else if (kind < 0.55 && known) {
          const { etag, state } = known;
          const text = `if ${JSON.stringify(state)} ${field}=${value}`;
          history.push(await log({ headers: { 'if-match': etag }, body: { [field]: value } }, text, state));
        } else if (kind < 0.75 && !pending) {
          const guard = known && world.random() < 0.5 ? known : undefined;
          const headers = { 'idempotency-key': value, ...(guard && { 'if-match': guard.etag }) };
          const sent = { headers, body: { [field]: value } };
          const text = `keyed ${field}=${value}${guard ? ` if ${JSON.stringify(guard.state)}` : ''}`;
          // Now and then the request is sent twice at once.
          const both =
            world.random() < 0.3
              ? [log(sent, text, guard?.state), log(sent, text, guard?.state)]
              : [log(sent, text, guard?.state)];
          const outcomes = await Promise.all(both);
          const settled = outcomes.filter(({ isOptional }) => !isOptional);
          if (new Set(settled.map(({ text: told }) => told.replace(/.*-> (\d+).*/, '$1'))).size > 1) {
            throw new Error(
              `one request under one key has two answers: ${settled.map(({ text: told }) => told).join('; ')}`,
            );
          }
          const operation = settled[0] ?? outcomes[0]!;
          history.push(operation);
          if (operation.isOptional) pending = { sent, field, value, expected: guard?.state, invoked };
        } else {
          const answer = await call({ query: { validateOnly: 'true' }, body: {} }, world.now);
          statuses.push(answer.status);
          if (answer.status !== 200) continue;
          const seen = stateOf(answer.body);
          if (answer.etag) known = { etag: answer.etag, state: seen };
          history.push({
            invoked,
            returned: world.now(),
            isOptional: false,
            step: (state) => (isSame(state, seen) ? state : undefined),
            text: `read ${JSON.stringify(seen)}`,
          });
        }
      }
    };

    const runs = Array.from({ length: clients }, (_, index) => {
      const sandbox: Sandbox = {
        name: `client ${index}`,
        skew: Math.round((world.random() - 0.5) * skew),
        marks: { highest: 0 },
      };
      return world.as(sandbox, () => client(index));
    });
    await world.settle(Promise.all(runs));
    const { pk, sk } = businessKey('sim', NUMBER);
    const final = stateOf(store.items.get(`${pk}\n${sk}`) ?? {});
    history.push({
      invoked: world.now() + 1,
      returned: Number.MAX_SAFE_INTEGER,
      isOptional: false,
      step: (state) => (isSame(state, final) ? state : undefined),
      text: `final ${JSON.stringify(final)}`,
    });
    return { initial, history, trace: world.trace, statuses, calls, final };
  } finally {
    useTable(undefined);
    world.restore();
  }
};
