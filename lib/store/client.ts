/**
 * The settings of a function's client: the region and the credentials that Lambda sets, and leaner parts in place of the
 * SDK's general ones. `docs/speed.md` says what each is worth; `cdk/build/lean-sdk.ts` leaves out what they replace.
 */
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { dynamoProtocol } from './protocol.ts';
import { createRequestHandler } from './request-handler.ts';
import { createSigner } from './signer.ts';
import { timeouts } from './table.ts';

const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is missing`);
  return value;
};

export const functionClient = (): DynamoDBClientConfig => {
  const region = required('AWS_REGION');
  const credentials = {
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
    ...(process.env.AWS_SESSION_TOKEN && { sessionToken: process.env.AWS_SESSION_TOKEN }),
  };
  const signer = createSigner(credentials, region);
  return {
    region,
    credentials,
    requestHandler: createRequestHandler(timeouts),
    signer: async () => signer,
    protocol: dynamoProtocol,
    // The steps of a call are put together once for each kind of call.
    cacheMiddleware: true,
    // Whatever is not said here is looked for in the environment and in two files.
    retryMode: 'standard',
    defaultsMode: 'standard',
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    accountIdEndpointMode: 'disabled',
    endpointDiscoveryEnabled: false,
    authSchemePreference: [],
    disableClockSkewCorrection: false,
    userAgentAppId: 'partner-listing-api',
  };
};
