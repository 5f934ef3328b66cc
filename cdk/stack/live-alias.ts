/** The alias `live` of a function, which requests call. It points to one version of the function (docs/pipeline.md). */
import { createHash } from 'node:crypto';
import { Stack } from 'aws-cdk-lib';
import type { CfnRole, Role } from 'aws-cdk-lib/aws-iam';
import { Alias, type IVersion } from 'aws-cdk-lib/aws-lambda';
import type { EndpointFunction } from './endpoint-function.ts';

/** The name of the alias of every function that requests call. */
export const LIVE = 'live';

/**
 * Names a role after its rights. A release that changes them has another role, and the version that is still live keeps
 * its own: CloudFormation removes that only when the release is complete.
 */
const nameByRights = (role: Role): void => {
  const resource = role.node.defaultChild as CfnRole;
  const stack = Stack.of(role);
  const rights = JSON.stringify(stack.resolve(resource.policies));
  const digest = createHash('sha256').update(rights).digest('hex').slice(0, 8).toUpperCase();
  resource.overrideLogicalId(`${stack.getLogicalId(resource)}${digest}`);
};

/**
 * Makes a version of the function as the template defines it, and the alias for it: two resources. A version never
 * changes. So code and settings, which Lambda updates one after the other, go live together, and traffic can shift from
 * one version to the next. A deploy makes a version only if the template changes the function's code, settings or role.
 *
 * @param options.keepsRole - whether a release changes the function's role in place: a new one would lack the policies
 *   that are resources of their own, which come after the function
 */
export const liveAlias = (endpoint: EndpointFunction, { keepsRole = false } = {}): Alias => {
  if (!keepsRole) nameByRights(endpoint.role);
  return new Alias(endpoint, 'Live', { aliasName: LIVE, version: endpoint.function.currentVersion as IVersion });
};
