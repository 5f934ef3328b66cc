/**
 * Who writes: each write of a table that was opened for somebody says so in one attribute of its item, and a deletion that
 * nothing is left of says it in an item beside it. The audit is made of that (docs/audit.md).
 */
import type { Item } from './attributes.ts';
import { expiryAfter } from './expiry.ts';
import { itemOf } from './item.ts';
import { digest, joined, type Key } from './keys.ts';
import { sources } from './sources.ts';
import type { Action } from './transactions.ts';

/** The attribute: part of no record, response, event, data file or index. */
export const WRITER = 'writtenBy';

/** `kind`: what wrote. The parts are text of any kind. */
export type Writer =
  | { readonly kind: 'key'; readonly keyId: string; readonly operation: string; readonly requestId: string }
  | { readonly kind: 'function'; readonly name: string; readonly follows: string; readonly write?: string }
  | { readonly kind: 'operator'; readonly identity: string; readonly command: string; readonly run: string };

/** Names of people and requests come from outside: none makes an item much larger. */
const LONGEST_PART = 200;

/** A writer as its attribute has it. */
export const writerText = (writer: Writer): string =>
  joined(...Object.values(writer).map((part: string) => part.slice(0, LONGEST_PART)));

/**
 * A function that no request calls, which may write one item several times: of items without marks a write is known for its
 * own by another name than the write before, so each has one.
 */
export const functionWriter = (name: string, follows: string) => async (): Promise<string> =>
  writerText({ kind: 'function', name, follows, write: sources.hex(8) });

/** The opposite of `writerText`; `undefined` for what is none. */
export const writerFrom = (text: unknown): Writer | undefined => {
  if (typeof text !== 'string') return undefined;
  const [kind, first = '', second = '', third = ''] = text
    .split('#')
    .map((part) => part.replaceAll('%23', '#').replaceAll('%25', '%'));
  if (kind === 'key') return { kind, keyId: first, operation: second, requestId: third };
  if (kind === 'function') return { kind, name: first, follows: second };
  return kind === 'operator' ? { kind, identity: first, command: second, run: third } : undefined;
};

/** An item that is put, with its writer. */
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

/** Where it is told who deleted an item, by its key and its mark or id; `undefined` of what is no partner's. */
export const traceKey = ({ pk, sk }: Key, traced: unknown): Key | undefined => {
  const [own] = /^P#[^#]+/.exec(pk) ?? [];
  return own === undefined ? undefined : { pk: `${own}#AUDIT#GONE#${digest(pk, sk, String(traced))}`, sk: 'GONE' };
};

/** The action beside a deletion that tells who deleted. */
const traceAction = (deleted: Key, traced: unknown, writer: string): readonly Action[] => {
  const key = traceKey(deleted, traced);
  const partnerId = key?.pk.split('#')[1];
  const record = { partnerId, [WRITER]: writer, at: sources.now(), expiresAtSeconds: expiryAfter(TRACE_SECONDS) };
  return key ? [{ Put: { Item: itemOf(TRACE, record, key) } }] : [];
};

/** What DynamoDB takes in a transaction. */
const MOST_ACTIONS = 100;

/**
 * The actions of a transaction as somebody writes them, and behind them what tells of its traced deletions. Of more than there
 * is room for nobody is told who deleted: that they are gone is told all the same.
 */
export const writtenActions = (actions: readonly Action[], writer: string | undefined): readonly Action[] => {
  const traces: Action[] = [];
  const own = actions.map((action): Action => {
    if ('Put' in action) return { Put: { ...action.Put, Item: writtenItem(action.Put.Item, writer) } };
    if ('Update' in action) return { Update: writtenUpdate(action.Update, writer) };
    if (!('Delete' in action)) return action;
    const { traced, ...Delete } = action.Delete;
    if (traced !== undefined && writer !== undefined) traces.push(...traceAction(Delete.Key, traced, writer));
    return { Delete };
  });
  return [...own, ...traces.slice(0, Math.max(0, MOST_ACTIONS - own.length))];
};
