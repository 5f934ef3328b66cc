/** The requests, as API Gateway hands them over. */
import { body } from './body.ts';
import { SECRET } from './items.ts';

/** A proxy event as API Gateway sends it, about 6 kB with the body of an update. */
const event = (method: string, resource: string, more: Record<string, unknown>, key: string | null = SECRET) => {
  const { pathParameters = null, queryStringParameters = null } = more as Record<string, Record<string, string> | null>;
  const path = resource.replace(/\{(\w+)\}/g, (_, name: string) => pathParameters?.[name] ?? '');
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Accept-Encoding': 'gzip, deflate, br',
    'Content-Type': 'application/json',
    Host: 'api.listing.example',
    'User-Agent': 'partner-sync/4.2 (+https://partner.example/bot)',
    'X-Amzn-Trace-Id': 'Root=1-67891233-abcdef012345678912345678',
    'X-Forwarded-For': '203.0.113.7, 198.51.100.23',
    'X-Forwarded-Port': '443',
    'X-Forwarded-Proto': 'https',
    ...(key !== null && { 'X-Api-Key': key }),
  };
  const many = (values: Record<string, string> | null) =>
    values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));
  return {
    resource,
    path,
    httpMethod: method,
    headers,
    multiValueHeaders: many(headers),
    queryStringParameters,
    multiValueQueryStringParameters: many(queryStringParameters),
    pathParameters,
    stageVariables: null,
    requestContext: {
      accountId: '111122223333',
      apiId: 'abcdef1234',
      domainName: 'api.listing.example',
      httpMethod: method,
      identity: { sourceIp: '203.0.113.7', userAgent: headers['User-Agent'] },
      path: `/prod${path}`,
      protocol: 'HTTP/1.1',
      requestId: '7f9c24e5-0000-4000-8000-000000000000',
      requestTimeEpoch: 1_760_000_000_000,
      resourcePath: resource,
      stage: 'prod',
    },
    body: JSON.stringify(more.body),
    isBase64Encoded: false,
  };
};

export const updateEvent = (fields: object = body, businessId = '101', key?: string | null) =>
  event('PUT', '/v1/business/{businessId}', { pathParameters: { businessId }, body: fields }, key);
export const contactEvent = (fields: object, businessId = '100', key?: string | null) =>
  event('POST', '/v1/customer-v2/external/getCustomer', { queryStringParameters: { businessId }, body: fields }, key);
export const saveEvent = (fields: object, businessId = '100', key?: string | null) =>
  event('POST', '/v1/customer-v2/external/saveCustomer', { queryStringParameters: { businessId }, body: fields }, key);
export const searchEvent = (fields: object, businessId: string, key?: string | null) =>
  event('POST', '/v1/business/{businessId}/search', { pathParameters: { businessId }, body: fields }, key);
export const menusEvent = (accountNumber: number, businessNumbers: readonly number[]) => {
  const made = event('POST', '/v1/listing/menu-details', { body: { businessNumbers } });
  return { ...made, headers: { ...made.headers, 'x-business-number': String(accountNumber) } };
};
