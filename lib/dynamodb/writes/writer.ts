/**
 * Who writes: each write of a table that was opened for a writer stores the writer in an attribute of its item. A
 * deletion that leaves no item stores it in a trace, an item of its own key. The audit is made from both
 * (docs/audit.md).
 */
import { MOST_ACTIONS } from '../client/call.ts';
import { clock, random } from '../client/clock.ts';
import type { Item } from '../table/attributes.ts';
import { expiryAfter } from '../table/expiry.ts';
import { itemOf } from '../table/item.ts';
import { digest, joined, type Key } from '../table/keys.ts';
import type { Action } from './transactions.ts';

/** The attribute. It is part of no record, response, event, data file or index. */
export const WRITER = 'writtenBy';

/** A partner's key, a background function, or an operator's command. The parts may be any text. */
export type Writer =
  | { readonly kind: 'key'; readonly keyId: string; readonly operation: string; readonly requestId: string }
  | { readonly kind: 'function'; readonly name: string; readonly follows: string; readonly write?: string }
  | {
      readonly kind: 'operator';
      readonly identity: string;
      readonly command: string;
      readonly run: string;
      readonly write?: string;
    };

/** Some parts come from outside, such as an operator's name: none may make an item much larger. */
const LONGEST_PART = 200;

/** The value of the attribute for a writer. */
export const writerText = (writer: Writer): string =>
  joined(...Object.values(writer).map((part: string) => part.slice(0, LONGEST_PART)));

/**
 * A random id of a write, for writers that may write an item several times: items without marks, and updates that leave
 * no mark, show a new write only by a new writer.
 */
const writeId = (): string => random.hex(8);

/** The writer of a background function, for each of its writes. */
export const functionWriter = (name: string, follows: string) => async (): Promise<string> =>
  writerText({ kind: 'function', name, follows, write: writeId() });

/** The writer of one run of a command, for each of its writes. */
export const operatorText = (identity: string, command: string, run: string): string =>
  writerText({ kind: 'operator', identity, command, run, write: writeId() });

/** The opposite of `writerText`; `undefined` if the text is no writer's. */
export const writerFrom = (text: unknown): Writer | undefined => {
  if (typeof text !== 'string') return undefined;
  const [kind, first = '', second = '', third = ''] = text
    .split('#')
    .map((part) => part.replaceAll('%23', '#').replaceAll('%25', '%'));
  if (kind === 'key') return { kind, keyId: first, operation: second, requestId: third };
  if (kind === 'function') return { kind, name: first, follows: second };
  return kind === 'operator' ? { kind, identity: first, command: second, run: third } : undefined;
};

/** An item to be put, with its writer. */
export const writtenItem = (item: Item, writer: string | undefined): Item =>
  writer === undefined ? item : { ...item, [WRITER]: writer };

interface Update {
  readonly UpdateExpression: string;
  readonly ExpressionAttributeValues?: Item;
}

/** An update that also sets the writer. */
export const writtenUpdate = <Input extends Update>(input: Input, writer: string | undefined): Input => {
  if (writer === undefined) return input;
  const { UpdateExpression: given, ExpressionAttributeValues: values } = input;
  const own = `SET ${WRITER} = :${WRITER}`;
  const UpdateExpression = /(?:^| )SET /.test(given) ? given.replace(/(^| )SET /, `$1${own}, `) : `${own} ${given}`;
  return { ...input, UpdateExpression, ExpressionAttributeValues: { ...values, [`:${WRITER}`]: writer } };
};

/** Longer than the stream keeps what it shows. */
const TRACE_SECONDS = 2 * 24 * 3600;
export const TRACE = 'auditTrace';

/**
 * The key of the trace that says who deleted an item, by its key and its mark or id; `undefined` for items of no
 * partner.
 */
export const traceKey = ({ pk, sk }: Key, traced: unknown): Key | undefined => {
  const [own] = /^P#[^#]+/.exec(pk) ?? [];
  return own === undefined ? undefined : { pk: `${own}#AUDIT#GONE#${digest(pk, sk, String(traced))}`, sk: 'GONE' };
};

/** The action that puts the trace of a deletion, if it is a partner's. */
const traceActions = (deleted: Key, traced: unknown, writer: string): readonly Action[] => {
  const key = traceKey(deleted, traced);
  const partnerId = key?.pk.split('#')[1];
  const record = { partnerId, [WRITER]: writer, at: clock.now(), expiresAtSeconds: expiryAfter(TRACE_SECONDS) };
  return key ? [{ Put: { Item: itemOf(TRACE, record, key) } }] : [];
};

/**
 * The actions of a transaction with their writer, followed by the traces of its deletions. If there is no room for all
 * traces, the audit shows the remaining deletions without a writer.
 */
export const writtenActions = (actions: readonly Action[], writer: string | undefined): readonly Action[] => {
  const traces: Action[] = [];
  const own = actions.map((action): Action => {
    if ('Put' in action) return { Put: { ...action.Put, Item: writtenItem(action.Put.Item, writer) } };
    if ('Update' in action) return { Update: writtenUpdate(action.Update, writer) };
    if (!('Delete' in action)) return action;
    const { traced, ...Delete } = action.Delete;
    if (traced !== undefined && writer !== undefined) traces.push(...traceActions(Delete.Key, traced, writer));
    return { Delete };
  });
  return [...own, ...traces.slice(0, Math.max(0, MOST_ACTIONS - own.length))];
};
