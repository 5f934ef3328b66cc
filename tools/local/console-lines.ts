/** The lines that `npm start` writes while it serves. Pure. */
import type { DeliveryLine } from './deliveries.ts';
import type { RequestLine } from './gateway.ts';
import type { SinkLine } from './sink.ts';

export const requestLine = ({ method, path, status, milliseconds }: RequestLine): string =>
  `${method} ${path} ${status} ${milliseconds.toFixed(1)} ms`;

const after = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
};

/** @param now - epoch milliseconds */
export const deliveryLine = (line: DeliveryLine, now: number): string => {
  const { event, webhookId, result, milliseconds, status, nextAttemptAt } = line;
  const took = milliseconds === undefined ? '' : ` ${milliseconds.toFixed(1)} ms`;
  const next = nextAttemptAt === undefined ? '' : `, again in ${after(nextAttemptAt - now)}`;
  return `webhook ${webhookId} ${event} ${result}${took}: ${status}${next}`;
};

export const sinkLine = ({ eventId, refused, body }: SinkLine): string =>
  refused === undefined ? `sink: ${eventId}, signature verified: ${body}` : `sink: ${eventId} refused: ${refused}`;
