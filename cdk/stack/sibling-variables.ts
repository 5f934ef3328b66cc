/** A rule of API Gateway that neither the CDK nor CloudFormation's linter knows. */

/** Whether a part of a path stands for one segment: `{businessId}`, but not the greedy `{proxy+}`. */
export const isVariable = (part: string): boolean => /^\{[^+}]+\}$/.test(part);

/**
 * Refuses paths that give two names to the variable at one place (`/a/{id}/b` beside `/a/{number}/c`): API Gateway allows
 * a resource one child that is a variable, and a deployment would fail half way.
 *
 * @param paths - in API Gateway's notation, `/v1/business/{businessId}`
 * @throws Error that names both paths
 */
export const refuseSiblingVariables = (paths: readonly string[]): void => {
  const first = new Map<string, { readonly part: string; readonly path: string }>();
  for (const path of paths) {
    const parts = path.split('/').slice(1);
    for (const [index, part] of parts.entries()) {
      if (!isVariable(part)) continue;
      const parent = `/${parts.slice(0, index).join('/')}`;
      const known = first.get(parent);
      if (!known) first.set(parent, { part, path });
      else if (known.part !== part)
        throw new Error(
          `${known.path} and ${path} name the variable below ${parent} differently (${known.part}, ${part}): ` +
            'API Gateway allows one name',
        );
    }
  }
};
