/**
 * The sandbox connector: what it answers follows from the request alone, by the first mark in the text
 * (docs/connectors.md: the sandbox connector). Pure.
 */
import { hash } from 'node:crypto';
import type { Answered } from './answer.ts';

/** What of a request decides. */
export interface SandboxRequest {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What it reports by itself, two seconds later. */
export type SandboxReport =
  | { readonly status: 'done'; readonly id: string; readonly url: string }
  | { readonly status: 'failed'; readonly reason: string };

export interface SandboxAnswer {
  readonly answer: Answered;
  readonly later?: SandboxReport;
  /** A message that comes back. */
  readonly reply?: string;
}

/** How long after its 202 it reports. */
export const SANDBOX_LATER_SECONDS = 2;
const MOST_FLAKY = 3;

const MARK = /#(reject|fail|disconnect|later|laterfail|silent|flaky|slow|bad)(?![\p{L}\p{N}])/iu;
/** A message has one more. */
const MARK_OF_MESSAGE = new RegExp(MARK.source.replace('|bad', '|bad|reply'), 'iu');

/** The id that it gives to what it has done. */
const idOf = ({ type, data }: SandboxRequest): string => {
  const of = type === 'message.send' ? String(data.messageId) : `${data.trackingId}#${data.locationNumber}`;
  return `sbx_${hash('sha256', of, 'hex').slice(0, 16)}`;
};

const json = (value: object): Answered => ({ status: 200, body: JSON.stringify(value) });

/** What it answers, and what it says later. */
export const sandboxAnswer = (request: SandboxRequest): SandboxAnswer => {
  const { type, data } = request;
  const text = String(data.text ?? '');
  const mark = (type === 'message.send' ? MARK_OF_MESSAGE : MARK).exec(text)?.[1]?.toLowerCase();
  const id = idOf(request);
  const done = { status: 'done', id, url: `https://${String(data.channel).toLowerCase()}.example/${id}` } as const;
  const reason = `sandbox: #${mark}`;
  switch (mark) {
    case 'reject':
      return { answer: json({ status: 'rejected', reason }) };
    case 'fail':
      return { answer: json({ status: 'failed', reason }) };
    case 'disconnect':
      return { answer: json({ status: 'failed', reason, channel: 'disconnected' }) };
    case 'later':
      return { answer: { status: 202 }, later: done };
    case 'laterfail':
      return { answer: { status: 202 }, later: { status: 'failed', reason } };
    case 'silent':
      return { answer: { status: 202 } };
    case 'flaky':
      return { answer: Number(data.attempt) < MOST_FLAKY ? { status: 503 } : json(done) };
    case 'slow':
      return { answer: { error: 'timeout' } };
    case 'bad':
      return { answer: { status: 200, body: 'no JSON' } };
    case 'reply':
      return { answer: json(done), reply: `Echo: ${text}` };
    default:
      return { answer: json(done) };
  }
};
