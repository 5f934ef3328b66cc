/** The places of a body by its schema, and bodies with another value at one of them. */

export interface Node {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
}

/** By the names on the way there; `[]` is the first row of an array. */
export type Place = readonly string[];

/** Every place of a body. */
export const placesOf = ({ properties = {}, items }: Node, path: Place = []): readonly Place[] => [
  ...(path.length > 0 ? [path] : []),
  ...Object.entries(properties).flatMap(([name, node]) => placesOf(node, [...path, name])),
  ...(items ? placesOf(items, [...path, '[]']) : []),
];

/** What stands at a place of a body. */
export const valueAt = (body: unknown, place: Place): unknown =>
  place.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>> | null | undefined)?.[name === '[]' ? '0' : name],
    body,
  );

/** The body with a value at a place; what stands on the way there is kept. */
export const withValue = (body: unknown, [name, ...rest]: Place, value: unknown): unknown => {
  if (name === undefined) return value;
  if (name === '[]') return [withValue(Array.isArray(body) ? body[0] : undefined, rest, value)];
  const own = typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>) : {};
  return { ...own, [name]: withValue(own[name], rest, value) };
};
