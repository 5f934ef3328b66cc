/** The line of the access log for one request, in the format that the template sets for its stage. Pure. */

const VARIABLE = /\$context((?:\.\w+)+)/g;

const valueAt = (context: unknown, path: string): unknown =>
  path
    .split('.')
    .slice(1)
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      context,
    );

/** Fills the format's variables; one without a value becomes `-`, as on AWS. */
export const accessLine = (format: string, context: object): string =>
  format.replace(VARIABLE, (_, path: string) => {
    const value = valueAt(context, path);
    return value === undefined || value === null || typeof value === 'object' ? '-' : String(value);
  });
