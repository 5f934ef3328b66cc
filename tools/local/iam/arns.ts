/** ARNs of the template's resources by their logical ids, the same whatever local table or queue replaces them. */
import { localEnvironment } from '../../local-credentials.ts';
import { pseudoParameters } from '../intrinsics.ts';

const { AWS_REGION: region } = localEnvironment;
const account = pseudoParameters['AWS::AccountId'];

export const tableArn = (id: string): string => `arn:aws:dynamodb:${region}:${account}:table/${id}`;
export const indexArn = (id: string, index: string): string => `${tableArn(id)}/index/${index}`;
export const streamArn = (id: string): string => `${tableArn(id)}/stream/local`;
export const queueArn = (id: string): string => `arn:aws:sqs:${region}:${account}:${id}`;
export const bucketArn = (id: string): string => `arn:aws:s3:::${id}`;
export const objectArn = (id: string, key: string): string => `${bucketArn(id)}/${key}`;
/** API Gateway's control plane: `/usageplans/abc/usage`. */
export const gatewayArn = (path: string): string => `arn:aws:apigateway:${region}::${path}`;
/** The caller's ARN, as AWS names the session of a function's role. */
export const callerArn = (functionId: string): string =>
  `arn:aws:sts::${account}:assumed-role/${functionId}Role/${functionId}`;
