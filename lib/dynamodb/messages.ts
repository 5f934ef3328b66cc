/** DynamoDB's JSON over HTTP: from an operation and its input to a request, and from a response to its fields or an error. */
import type { HttpRequest, HttpResponse } from '@smithy/types';

const TARGET = 'DynamoDB_20120810';

/** What AWS sees in place of the SDK's own long name, which is put together anew for each call. */
const USER_AGENT = 'app/partner-listing-api';

/**
 * The request for an operation.
 *
 * @param url - of DynamoDB
 * @param operation - `GetItem`
 * @param input - as DynamoDB's JSON has it
 * @returns a request whose headers are in lower case and whose body is text
 */
export const messageOf = (
  { protocol, hostname, port, host, pathname }: URL,
  operation: string,
  input: object,
): HttpRequest => ({
  method: 'POST',
  protocol,
  hostname,
  ...(port && { port: Number(port) }),
  path: pathname,
  query: {},
  headers: {
    host,
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': `${TARGET}.${operation}`,
    'user-agent': USER_AGENT,
  },
  body: JSON.stringify(input),
});

const metadataOf = ({ statusCode, headers }: HttpResponse) => ({
  httpStatusCode: statusCode,
  requestId: headers['x-amzn-requestid'],
});

/** `com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException` without what stands before it. */
const nameOf = (type: unknown): string => String(type ?? 'Unknown').replace(/^.*#/, '');

/**
 * An answer's text; one that is no JSON comes from something between DynamoDB and here, and so does an empty one: DynamoDB
 * says `{}` where it has nothing to say. Taken for that, it would be an item that is not there.
 */
const parse = (body: string, statusCode: number): Record<string, unknown> => {
  try {
    return JSON.parse(body);
  } catch (cause) {
    if (statusCode < 300) throw cause;
    return {};
  }
};

/** The error as the SDK makes it: its tries look at the name, the status and the time, `table.ts` at the further fields. */
const errorFrom = (response: HttpResponse, { __type, message, Message, ...fields }: Record<string, unknown>): Error =>
  Object.assign(new Error(String(message ?? Message ?? 'UnknownError')), {
    ...fields,
    name: nameOf(__type),
    $fault: response.statusCode < 500 ? 'client' : 'server',
    $metadata: metadataOf(response),
    $response: response,
  });

/**
 * The fields of an answer.
 *
 * @param response - with its body as text
 * @throws Error by the name that DynamoDB gives it; SyntaxError for a success that is no JSON
 */
export const answerOf = (response: HttpResponse) => {
  const fields = parse(response.body as string, response.statusCode);
  if (response.statusCode >= 300) throw errorFrom(response, fields);
  return { ...fields, $metadata: metadataOf(response) };
};
