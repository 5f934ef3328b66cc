/** Calls of operations for an agent: reads at once, writes first without saving. */
import { randomUUID } from 'node:crypto';
import type { Operation } from '../../lib/contract/cases.ts';
import { type Call, checkCall } from './check.ts';
import { DRY_RUN, IDEMPOTENCY_KEY, isWrite, takes } from './effects.ts';
import { type Answer, type Outgoing, send, silenceOf, type Target } from './send.ts';

/** What an agent reads of a call, and whether it failed. */
export interface Outcome {
  readonly isError: boolean;
  readonly content: Readonly<Record<string, unknown>>;
}

const refused = (problems: readonly string[], more: object = {}): Outcome => ({
  isError: true,
  content: { refused: problems, ...more, note: 'Nothing was sent.' },
});

const isFailure = ({ status }: Answer): boolean => status < 200 || status >= 300;

const ignoredNote = (ignored: readonly string[]) =>
  ignored.length === 0 ? {} : { ignoredFields: ignored, ignoredNote: 'The operation does not know these fields.' };

const attempt = async (target: Target, outgoing: Outgoing, more: object, lost: string): Promise<Outcome> => {
  try {
    const answer = await send(target, outgoing);
    return { isError: isFailure(answer), content: { ...more, ...answer } };
  } catch (error) {
    const { reason, isUnsent } = silenceOf(target, error);
    return { isError: true, content: { ...more, noAnswer: reason, note: isUnsent ? 'Nothing was sent.' : lost } };
  }
};

const described = (operation: Operation): string => `describe "${operation.id}" says what it takes`;

/** Calls an operation that reads. */
export const read = async (target: Target, call: Call): Promise<Outcome> => {
  const { operation, body } = call;
  if (isWrite(operation)) {
    return refused([
      `${operation.id} writes: it is called with the tool write, which a server started with --write has`,
    ]);
  }
  const { problems, values, ignored } = checkCall(call);
  if (problems.length > 0) return refused(problems, { help: described(operation) });
  return attempt(target, { operation, values, body }, ignoredNote(ignored), 'Try again later.');
};

/** What a write that can't be tried out would send. */
const announced = ({ operation, parameters, body }: Call) => ({
  operation: operation.id,
  summary: operation.summary,
  request: `${operation.method} ${operation.path}`,
  parameters,
  ...(body !== undefined && { body }),
});

const validateOnly = async (target: Target, outgoing: Outgoing, more: object): Promise<Outcome> => {
  const values = { ...outgoing.values, [DRY_RUN]: 'true' };
  const outcome = await attempt(target, { ...outgoing, values }, { dryRun: true, ...more }, 'Nothing was saved.');
  if (outcome.isError) return outcome;
  const next = 'Nothing was saved. Call again with confirm: true to save.';
  return { ...outcome, content: { ...outcome.content, next } };
};

/**
 * Calls an operation that writes: without `isConfirmed` it is validated and not saved; where the operation can't do
 * that, the outcome says what would be sent, and nothing is.
 */
export const write = async (target: Target, call: Call, isConfirmed: boolean): Promise<Outcome> => {
  const { operation, body } = call;
  if (!isWrite(operation)) return refused([`${operation.id} only reads: it is called with the tool read`]);
  const { problems, values, ignored } = checkCall(call);
  if (problems.length > 0) return refused(problems, { help: described(operation) });
  const more = ignoredNote(ignored);
  if (!isConfirmed && takes(operation, DRY_RUN)) return validateOnly(target, { operation, values, body }, more);
  if (!isConfirmed) {
    const next = 'This operation can’t be validated without saving. Call again with confirm: true to send it.';
    return { isError: false, content: { wouldSend: announced(call), ...more, note: 'Nothing was sent.', next } };
  }
  if (!takes(operation, IDEMPOTENCY_KEY)) {
    return attempt(
      target,
      { operation, values, body },
      more,
      'It is unknown whether it was saved: read before you repeat it.',
    );
  }
  const idempotencyKey = values[IDEMPOTENCY_KEY] ?? randomUUID();
  const sent = { operation, values: { ...values, [IDEMPOTENCY_KEY]: idempotencyKey }, body };
  const lost = `It is unknown whether it was saved. Repeat the call with the parameter "${IDEMPOTENCY_KEY}": "${idempotencyKey}", and it is saved once.`;
  return attempt(target, sent, { idempotencyKey, ...more }, lost);
};
