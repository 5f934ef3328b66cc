/**
 * The functions' client: the SDK's, with the region and the credentials that Lambda sets, and leaner parts in place of its
 * general ones. `docs/speed.md` says what each is worth; `cdk/build/lean-sdk.ts` leaves out what they replace.
 */
import { DynamoDBClient, type ServiceInputTypes, type ServiceOutputTypes } from '@aws-sdk/client-dynamodb';
import type { DeserializeMiddleware, EndpointV2, HttpResponse, SerializeMiddleware } from '@smithy/types';
import { callsOf } from './commands.ts';
import { answerOf, messageOf } from './messages.ts';
import { createRequestHandler } from './request-handler.ts';
import { createSigner } from './signer.ts';
import { type Call, tries } from './table.ts';

const required = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is missing`);
  return value;
};

/**
 * In place of the SDK's steps of these names, which walk the schema of every value to find what this table never holds:
 * binary values and dates.
 */
const serialize: SerializeMiddleware<ServiceInputTypes, ServiceOutputTypes> = (next, context) => {
  const operation = String(context.commandName).replace(/Command$/, '');
  return (args) => {
    const { url } = context.endpointV2 as EndpointV2;
    return next({ ...args, request: messageOf(url, operation, args.input) });
  };
};
const deserialize: DeserializeMiddleware<ServiceInputTypes, ServiceOutputTypes> = (next) => async (args) => {
  const { response } = await next(args);
  return { response, output: answerOf(response as HttpResponse) as ServiceOutputTypes };
};

/** Steps of the SDK's stack that change nothing that DynamoDB looks at. */
const IDLE_STEPS = ['getUserAgentMiddleware', 'loggerMiddleware', 'recursionDetectionMiddleware'];

/**
 * @param endpoint - another DynamoDB than that of the region
 * @throws Error that names the variable of the environment that is missing
 */
export const functionClient = (endpoint?: string): Call => {
  const region = required('AWS_REGION');
  const credentials = {
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
    ...(process.env.AWS_SESSION_TOKEN && { sessionToken: process.env.AWS_SESSION_TOKEN }),
  };
  const signer = createSigner(credentials, region);
  const client = new DynamoDBClient({
    ...(endpoint && { endpoint }),
    region,
    credentials,
    maxAttempts: tries.maxAttempts,
    requestHandler: createRequestHandler(tries),
    signer: async () => signer,
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
  });
  const { middlewareStack: steps } = client;
  steps.add(serialize, { step: 'serialize', name: 'serializerMiddleware', override: true });
  steps.add(deserialize, { step: 'deserialize', name: 'deserializerMiddleware', override: true });
  for (const step of IDLE_STEPS) {
    if (!steps.remove(step)) throw new Error(`The SDK has no step ${step} any more`);
  }
  return callsOf(client);
};
