/** The environment variables of deployed functions, for bundles that run without a stage. */
import { readAssembly } from '../../tools/local/assembly.ts';
import { functionIdOf, hasFunction, readAssemblyRoles } from '../../tools/local/iam/roles.ts';
import type { Service } from '../../tools/local/service.ts';
import { localEnvironment } from '../../tools/local-credentials.ts';

/** A function's variables by its entry; `undefined` where the stage has no such function. */
export type Environments = (entry: string) => Readonly<Record<string, string>> | undefined;

/** The variables of each function as the template sets them, so that one that the template lacks is missing here too. */
export const environmentsIn = async (directory: string, { table, endpoint, bucket, usageEndpoint }: Service) => {
  const { origin, pathname } = new URL(bucket.url);
  const { tables, buckets, queues } = await readAssembly(directory);
  const { functions } = await readAssembly(
    directory,
    Object.fromEntries([
      ...tables.map(({ logicalId }) => [logicalId, table.name]),
      ...buckets.map((logicalId) => [logicalId, pathname.slice(1)]),
      // Nothing that is tried here sends to them.
      ...queues.map(({ logicalId }) => [logicalId, `http://127.0.0.1:9/000000000000/${logicalId}`]),
    ]),
  );
  const roles = await readAssemblyRoles(directory);
  const environments: Environments = (entry) =>
    hasFunction(roles, entry)
      ? {
          ...localEnvironment,
          ...functions.get(functionIdOf(roles, entry))?.environment,
          DYNAMODB_ENDPOINT: endpoint,
          AWS_ENDPOINT_URL_S3: origin,
          AWS_ENDPOINT_URL_API_GATEWAY: usageEndpoint,
        }
      : undefined;
  return environments;
};
