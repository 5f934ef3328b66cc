/** How AWS answers a call that its role does not allow: status, headers and body of each service. */
import { randomUUID } from 'node:crypto';
import { callerArn } from './arns.ts';
import type { Denial } from './authority.ts';

export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type ServiceName = 'dynamodb' | 'sqs' | 's3' | 'apigateway';

/** IAM's message, which all services pass on. */
const messageOf = ({ functionId, need: { action, resource }, isDenied }: Denial): string =>
  `User: ${callerArn(functionId)} is not authorized to perform: ${action} on resource: ${resource} ` +
  (isDenied
    ? 'with an explicit deny in an identity-based policy'
    : `because no identity-based policy allows the ${action} action`);

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const TYPE = 'com.amazon.coral.service#AccessDeniedException';
const JSON_PROTOCOL = 'application/x-amz-json-1.0';

/** S3's response for an object that does not exist, if the caller may not list the bucket. */
export const s3Refusal = (message = 'Access Denied'): Refusal => ({
  status: 403,
  headers: { 'Content-Type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>${escaped(message)}</Message></Error>`,
});

/** The response of a service to a call that was denied. */
export const refusalOf = (service: ServiceName, denial: Denial): Refusal => {
  const message = messageOf(denial);
  if (service === 's3') return s3Refusal(message);
  if (service === 'apigateway')
    return {
      status: 403,
      headers: { 'Content-Type': 'application/json', 'x-amzn-ErrorType': 'AccessDeniedException' },
      body: JSON.stringify({ Message: message }),
    };
  const requestId = { 'x-amzn-RequestId': randomUUID() };
  if (service === 'dynamodb')
    return {
      status: 400,
      headers: { 'Content-Type': JSON_PROTOCOL, ...requestId },
      body: JSON.stringify({ __type: TYPE, Message: message }),
    };
  return {
    status: 403,
    headers: { 'Content-Type': JSON_PROTOCOL, 'x-amzn-query-error': 'AccessDenied;Sender', ...requestId },
    body: JSON.stringify({ __type: TYPE, message }),
  };
};
