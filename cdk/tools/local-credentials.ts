/** The one pair of credentials and the region by which everything on this machine calls an engine. */

/**
 * DynamoDB Local keeps a database for each pair of access key and region: the loader, the commands and the functions must
 * all have this one. It is no secret, and opens nothing.
 */
export const localEnvironment = {
  AWS_REGION: 'us-east-1',
  AWS_DEFAULT_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
} as const;

/** What would have the SDK take other credentials, or refuse an endpoint that is not AWS's own. */
const besides = ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_USE_FIPS_ENDPOINT', 'AWS_USE_DUALSTACK_ENDPOINT'];

/** Has this process call engines on this machine alone, whatever the shell has set. */
export const useLocalCredentials = (): void => {
  for (const name of besides) delete process.env[name];
  Object.assign(process.env, localEnvironment);
};
