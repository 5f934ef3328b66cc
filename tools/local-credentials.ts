/** The one pair of credentials and the region for all calls to an engine on this machine. */

/**
 * DynamoDB Local keeps a database for each pair of access key and region, so the loader, the commands and the functions
 * must all use this one. It is no secret and gives access to nothing.
 */
export const localEnvironment = {
  AWS_REGION: 'us-east-1',
  AWS_DEFAULT_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
} as const;

/** Variables that would have the SDK use other credentials, or refuse an endpoint that is not AWS's own. */
const conflicting = ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_USE_FIPS_ENDPOINT', 'AWS_USE_DUALSTACK_ENDPOINT'];

/** Makes this process call only engines on this machine, whatever the shell has set. */
export const useLocalCredentials = (): void => {
  for (const name of conflicting) delete process.env[name];
  Object.assign(process.env, localEnvironment);
};
