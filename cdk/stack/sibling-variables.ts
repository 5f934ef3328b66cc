/** A rule of API Gateway that neither the CDK nor CloudFormation's linter checks. */

/** Whether a path segment is a variable: `{businessId}`, but not the greedy `{proxy+}`. */
export const isVariable = (part: string): boolean => /^\{[^+}]+\}$/.test(part);

/**
 * Refuses paths with different variable names at the same position, such as `/a/{id}/b` and `/a/{number}/c`. API
 * Gateway allows a resource one child that is a variable, so a deployment would fail half way.
 *
 * @param paths - in API Gateway's notation, `/v1/business/{businessId}`
 * @throws Error that names both paths
 */
export const refuseSiblingVariables = (paths: readonly string[]): void => {
  const first = new Map<string, { readonly segment: string; readonly path: string }>();
  for (const path of paths) {
    const segments = path.split('/').slice(1);
    for (const [index, segment] of segments.entries()) {
      if (!isVariable(segment)) continue;
      const parent = `/${segments.slice(0, index).join('/')}`;
      const known = first.get(parent);
      if (!known) first.set(parent, { segment, path });
      else if (known.segment !== segment)
        throw new Error(
          `${known.path} and ${path} name the variable below ${parent} differently (${known.segment}, ${segment}): ` +
            'API Gateway allows one name',
        );
    }
  }
};
