/**
 * Decides which stack holds a segment of the API's paths: the root stack, or the nested stack of a module.
 *
 * A segment stays in its stack for as long as a stage is deployed. CloudFormation would make it in its new stack before
 * it removes it from the old one, and API Gateway refuses a second segment of the same name. So the rule does not
 * depend on which modules use a segment today.
 */
import type { DeployedOperation } from './deployed-operation.ts';

/** The number of leading path segments that are in the root stack. */
const SHARED_SEGMENTS = 2;

/**
 * Further segments that several modules use. An operation of another module below them needs no change of the existing
 * modules.
 */
const sharedPaths: ReadonlySet<string> = new Set([
  '/v1/business/public',
  '/v1/business/{businessId}',
  '/v1/social/{businessId}',
]);

/** All prefixes of a path, from the first segment on: `/v1`, `/v1/business`, `/v1/business/{businessId}`. */
export const prefixesOf = (path: string): readonly string[] => {
  const segments = path.split('/').slice(1);
  return segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
};

/** Whether the root stack holds the last segment of a path. */
export const isShared = (path: string): boolean =>
  path.split('/').length - 1 <= SHARED_SEGMENTS || sharedPaths.has(path);

/**
 * Refuses paths that can't be deployed: a segment of two modules that is not in the root stack, and a duplicate route,
 * which API Gateway would refuse half way through a deployment.
 *
 * @throws Error that says what to change
 */
export const refuseMisplacedPaths = (
  operations: readonly Pick<DeployedOperation, 'id' | 'module' | 'method' | 'path'>[],
): void => {
  const owners = new Map<string, string>();
  const routes = new Map<string, string>();
  for (const { id, module, method, path } of operations) {
    const other = routes.get(`${method} ${path}`);
    if (other !== undefined) throw new Error(`${other} and ${id} are both ${method} ${path}`);
    routes.set(`${method} ${path}`, id);
    for (const prefix of prefixesOf(path)) {
      if (isShared(prefix)) continue;
      const owner = owners.get(prefix);
      if (owner !== undefined && owner !== module)
        throw new Error(
          `The modules ${owner} and ${module} both have operations below ${prefix}: name it in sharedPaths ` +
            '(cdk/stack/shared-paths.ts). A stage that is deployed with it needs two releases (docs/operators.md, upgrade).',
        );
      owners.set(prefix, module);
    }
  }
};
