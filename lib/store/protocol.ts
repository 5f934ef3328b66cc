/**
 * DynamoDB's JSON over HTTP, for the SDK's setting `protocol`. The document client's commands are the message already; the
 * SDK's own protocol walks the schema of every value to find what this table never holds: binary values and dates.
 */
import type { ClientProtocol, Endpoint, EndpointV2, HttpRequest, HttpResponse } from '@smithy/types';

const TARGET = 'DynamoDB_20120810';
/** What AWS sees in place of the SDK's own long name, which is put together anew for each call. */
const USER_AGENT = 'app/partner-listing-api';

const urlOf = (endpoint: Endpoint | EndpointV2): URL =>
  'url' in endpoint
    ? endpoint.url
    : new URL(`${endpoint.protocol}//${endpoint.hostname}:${endpoint.port ?? ''}${endpoint.path}`);

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

/** The error as the SDK makes it: its retries look at the name and the status, `table.ts` at the further fields. */
const errorFrom = (response: HttpResponse, { __type, message, Message, ...fields }: Record<string, unknown>): Error =>
  Object.assign(new Error(String(message ?? Message ?? 'UnknownError')), {
    ...fields,
    name: nameOf(__type),
    $fault: response.statusCode < 500 ? 'client' : 'server',
    $metadata: metadataOf(response),
  });

/** To be used with `createRequestHandler`, whose answers hold their body as text. */
export const dynamoProtocol: ClientProtocol<HttpRequest, HttpResponse> = {
  setSerdeContext() {},
  getShapeId: () => 'aws.protocols#awsJson1_0',
  getRequestType: () => Object as never,
  getResponseType: () => Object as never,
  getPayloadCodec: () => undefined as never,

  async serializeRequest({ name }, input, { endpoint }) {
    const request = {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `${TARGET}.${name}`,
        'user-agent': USER_AGENT,
      },
      query: {},
      body: JSON.stringify(input),
    };
    return dynamoProtocol.updateServiceEndpoint(request as unknown as HttpRequest, (await endpoint()) as never);
  },

  updateServiceEndpoint(request, endpoint) {
    const { protocol, hostname, port, pathname } = urlOf(endpoint);
    return Object.assign(request, { protocol, hostname, path: pathname }, port && { port: Number(port) });
  },

  async deserializeResponse(_schema, _context, response) {
    const fields = parse(response.body as string, response.statusCode);
    if (response.statusCode >= 300) throw errorFrom(response, fields);
    return { ...fields, $metadata: metadataOf(response) } as never;
  },
};
