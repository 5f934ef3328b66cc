/** Reads a signed AWS request: who signed it, for which service, and which rights it needs. */
import { dynamodbNeeds, type Tables } from './dynamodb-needs.ts';
import type { Need } from './need.ts';
import { gatewayNeeds, s3Needs, sqsNeeds } from './needs.ts';
import type { ServiceName } from './refusals.ts';

export interface ServiceCall {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** `X-Amz-Target` of the JSON protocol. */
  readonly operation?: string | undefined;
  readonly copySource?: string | undefined;
  readonly body: string;
}

/** Logical ids by the names that calls use. A name without a resource stays unchanged: no role allows it. */
export interface ResourceIds extends Tables {
  readonly queueIdOf: (url: string) => string;
  readonly bucketIdOf: (name: string) => string;
  readonly planIdOf: (name: string) => string;
}

const CREDENTIAL = /Credential=([^/]+)\/\d{8}\/[^/]+\/([\w-]+)\/aws4_request/;

/** Who signed a request, and for which service: in its header, or in the query of a presigned URL. */
export const signerOf = (
  authorization: string | undefined,
  target: string,
): { readonly accessKeyId: string; readonly service: string } | undefined => {
  const signed = authorization ?? (target.includes('X-Amz-Credential') ? decodeURIComponent(target) : '');
  const [, accessKeyId, service] = CREDENTIAL.exec(signed) ?? [];
  return accessKeyId === undefined || service === undefined ? undefined : { accessKeyId, service };
};

const jsonOf = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text || '{}');
  } catch {
    // The engine says what is wrong with it.
    return {};
  }
};

const PLAN = /^\/usageplans\/([^/]+)/;

const deletedIn = (body: string) =>
  [...body.matchAll(/<Object>(.*?)<\/Object>/gs)].map(([, entry = '']) => ({
    key: /<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? '',
    versionId: /<VersionId>([^<]*)<\/VersionId>/.exec(entry)?.[1],
  }));

const bucketNeeds = ({ method, target, copySource, body }: ServiceCall, { bucketIdOf }: ResourceIds) => {
  const url = new URL(target, 'http://localhost');
  const idIn = (path: string): readonly [string, string] => {
    const [bucket = '', ...rest] = path.replace(/^\//, '').split('/').map(decodeURIComponent);
    return [bucketIdOf(bucket), rest.join('/')];
  };
  const [bucketId, key] = idIn(url.pathname);
  return s3Needs({
    method,
    bucketId,
    key,
    query: url.searchParams,
    copySource: copySource && idIn(copySource.replace(/\?.*/, '')).join('/'),
    ...(method === 'POST' && url.searchParams.has('delete') && { deleted: deletedIn(body) }),
  });
};

/** @returns `undefined` for an unsupported call, which is then denied */
export const needsOf = (service: ServiceName, call: ServiceCall, ids: ResourceIds): readonly Need[] | undefined => {
  if (service === 's3') return bucketNeeds(call, ids);
  if (service === 'apigateway') {
    const { pathname } = new URL(call.target, 'http://localhost');
    const planned = pathname.replace(
      PLAN,
      (_, name: string) => `/usageplans/${ids.planIdOf(decodeURIComponent(name))}`,
    );
    return gatewayNeeds(call.method, planned);
  }
  const [, operation] = call.operation?.split('.') ?? [];
  if (operation === undefined) return undefined;
  const input = jsonOf(call.body);
  return service === 'dynamodb'
    ? dynamodbNeeds(operation, input, ids)
    : sqsNeeds(operation, ids.queueIdOf(String(input.QueueUrl)));
};
