/** Whether an answer is one that the service may give, whatever was sent. */
import { gunzipSync } from 'node:zlib';
import type { Operation } from '../../lib/contract/cases.ts';
import { errorsOf } from '../../lib/contract/derived.ts';
import catalogue from '../../lib/contract/errors.json' with { type: 'json' };
import { offences } from '../support/document.ts';
import type { FuzzRequest } from './fuzz-requests.ts';
import { headerIn, type Outcome, type WireAnswer } from './wire.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const statusOf = (code: unknown): number | undefined =>
  (catalogue as Readonly<Record<string, { readonly status: number }>>)[String(code)]?.status;

/** Whether the operation has the code under that status: some codes have another one on later operations. */
const hasError = (operation: Operation, code: unknown, status: number): boolean =>
  errorsOf(operation).some((error) => error.code === code && error.status === status);

const bodyOf = (answer: WireAnswer): unknown => {
  const content = headerIn(answer, 'content-encoding') === 'gzip' ? gunzipSync(answer.body) : answer.body;
  return JSON.parse(utf8.decode(content));
};

/** What API Gateway says of a body over 10 MB, which cannot be customised (docs/partners.md: errors). */
const TOO_LARGE = 'HTTP content length exceeded 10485760 bytes.';

/** Whether the front of the gateway answered, for what is no HTTP or too long: there is no request of the API then. */
const isFronts = (answer: WireAnswer): boolean => headerIn(answer, 'x-amz-apigw-id') === undefined;

/** An error of the gateway's own making: exactly a code of the catalogue and a message. */
const gatewayOffences = (answer: WireAnswer, body: Record<string, unknown>): string[] => {
  const { status } = answer;
  if (status === 413 && body.message === TOO_LARGE) return [];
  const names = Object.keys(body).toSorted().join();
  // DEFAULT_4XX keeps the status that AWS gives it, behind the code 400; headers that are too large have no code of the catalogue.
  const isDefault = body.code === 400 && status >= 400 && status < 500;
  const fits = statusOf(body.code) === status || isDefault || (isFronts(answer) && status === 431 && body.code === 431);
  return [
    ...(names === 'code,message' ? [] : [`the body has ${names}`]),
    ...(typeof body.message === 'string' ? [] : ['the message is no text']),
    ...(fits ? [] : [`code ${body.code} with status ${status}`]),
  ];
};

/** An answer of a function: as the OpenAPI document has it, and an error with a code of the operation under its status. */
const functionOffences = (operation: Operation, answer: WireAnswer, body: unknown): string[] => {
  const { status } = answer;
  const code = status >= 400 ? (body as { readonly code?: unknown }).code : undefined;
  return [
    ...offences(operation, { status, body, headers: new Headers(Object.fromEntries(answer.headers)) }),
    ...(status >= 400 && !hasError(operation, code, status) ? [`code ${code} with status ${status}`] : []),
  ];
};

/** @param operations - that may have answered: it must be an answer of one of them */
const answerOffences = (operations: readonly Operation[], answer: WireAnswer, bodiless: boolean): string[] => {
  if (answer.status >= 500) return [`status ${answer.status}: ${answer.body}`];
  if (bodiless) return answer.body.length === 0 ? [] : ['a body where there must be none'];
  let body: unknown;
  try {
    body = bodyOf(answer);
  } catch (error) {
    return [
      `the body is no JSON (${(error as Error).message}): ${answer.status} ${answer.body.toString('latin1', 0, 300)}`,
    ];
  }
  const type = headerIn(answer, 'content-type') ?? '';
  if (!/^application\/(?:problem\+)?json$/.test(type)) return [`Content-Type ${type}`];
  const isRequest = headerIn(answer, 'x-request-id') !== undefined;
  const isGateways = isFronts(answer) || headerIn(answer, 'x-amzn-errortype') !== undefined;
  if (isGateways) {
    const odd = !isRequest && answer.status !== 400 && answer.status !== 413 ? ['no X-Request-Id'] : [];
    return [...odd, ...gatewayOffences(answer, body as Record<string, unknown>)];
  }
  const byOperation = operations.map((operation) => functionOffences(operation, answer, body));
  return byOperation.find((offences) => offences.length === 0) ?? byOperation[0]!;
};

/** What is wrong with what came back; empty where nothing is. */
export const check = (request: FuzzRequest, { answers, hung, rest }: Outcome): string[] => {
  const { operations, whole, bodiless, ending } = request;
  if (hung) return ['no answer in 10 seconds'];
  if (ending === 'cut') return [];
  const few =
    whole && answers.length < operations.length ? [`${answers.length} answers to ${operations.length} requests`] : [];
  // A client that goes away may have been asked to go on.
  const isInterim = /^HTTP\/1\.1 100 [^\r]*\r\n\r\n$/.test(rest.toString('latin1'));
  const odd =
    rest.length > 0 && !isInterim ? [`what came back cannot be read: ${rest.toString('latin1', 0, 300)}`] : [];
  // What stands behind a body that is shorter than its length says is a request of its own, and no operation's.
  const wrong = answers.flatMap((answer, index) =>
    answerOffences(operations[index] ?? operations[0]!, answer, bodiless),
  );
  return [...few, ...odd, ...wrong];
};
