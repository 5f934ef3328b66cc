/** What a partner's working client could trip over, from one OpenAPI document to the next. Pure. */

type Node = { readonly [keyword: string]: unknown };

/** As much of a document as is compared. */
export interface Comparable {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Node>>>>;
  readonly components?: Readonly<Record<string, unknown>>;
}

/** Requests must not be narrowed, replies must not be widened. */
type Direction = 'request' | 'reply';

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const node = (value: unknown): Node => (isNode(value) ? value : {});
const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Follows references inside a document. */
const resolver =
  (document: Comparable) =>
  (value: unknown): Node => {
    let found = node(value);
    for (let depth = 0; typeof found.$ref === 'string' && depth < 32; depth++) {
      found = node(
        found.$ref
          .split('/')
          .slice(1)
          .reduce<unknown>((at, part) => node(at)[part.replaceAll('~1', '/').replaceAll('~0', '~')], document),
      );
    }
    return found;
  };

interface Sides {
  readonly before: (value: unknown) => Node;
  readonly after: (value: unknown) => Node;
}

/** Types that a schema lets through; none named are all. */
const typesOf = ({ type }: Node): Set<unknown> | undefined =>
  type === undefined
    ? undefined
    : new Set(list(type).flatMap((each) => (each === 'number' ? [each, 'integer'] : [each])));

const isWithin = (inner: Set<unknown> | undefined, outer: Set<unknown> | undefined): boolean =>
  outer === undefined || (inner !== undefined && [...inner].every((each) => outer.has(each)));

/** Bounds by keyword, and which way is narrower: 1 where a higher number is. */
const BOUNDS = { minLength: 1, minItems: 1, minimum: 1, maxLength: -1, maxItems: -1, maximum: -1 } as const;

const requiredOf = ({ required }: Node): string[] => list(required).map(String);

/** The values that a schema allows, where it lists them. */
const valuesOf = (schema: Node): Set<string> | undefined => {
  const values = 'const' in schema ? [schema.const] : schema.enum;
  return values === undefined ? undefined : new Set(list(values).map((value) => JSON.stringify(value)));
};

const requestChanges = (before: Node, after: Node, path: string): string[] => {
  const changes: string[] = [];
  if (!isWithin(typesOf(before), typesOf(after))) changes.push(`${path}: takes fewer types`);
  if (!isWithin(valuesOf(before), valuesOf(after))) changes.push(`${path}: takes fewer values`);
  for (const [keyword, sign] of Object.entries(BOUNDS)) {
    const [old, now] = [before[keyword], after[keyword]] as [number | undefined, number | undefined];
    if (now !== undefined && (old === undefined || (now - old) * sign > 0))
      changes.push(`${path}: narrower ${keyword}`);
  }
  for (const keyword of ['pattern', 'not', 'anyOf', 'oneOf', 'allOf']) {
    if (after[keyword] !== undefined && !same(before[keyword], after[keyword]))
      changes.push(`${path}: other ${keyword}`);
  }
  for (const name of requiredOf(after)) {
    if (!requiredOf(before).includes(name)) changes.push(`${path}/${name}: is required now`);
  }
  if (after.additionalProperties === false && before.additionalProperties !== false) {
    changes.push(`${path}: refuses other fields now`);
  }
  return changes;
};

const replyChanges = (before: Node, after: Node, path: string): string[] => {
  const changes: string[] = [];
  if (!isWithin(typesOf(after), typesOf(before))) changes.push(`${path}: may be of other types`);
  if (!isWithin(valuesOf(after), valuesOf(before))) changes.push(`${path}: may have other values`);
  for (const name of requiredOf(before)) {
    if (!requiredOf(after).includes(name) && name in node(after.properties)) {
      changes.push(`${path}/${name}: may be missing now`);
    }
  }
  return changes;
};

const schemaChanges = (
  sides: Sides,
  [oldSchema, newSchema]: readonly [unknown, unknown],
  direction: Direction,
  path: string,
  depth = 0,
): string[] => {
  const [before, after] = [sides.before(oldSchema), sides.after(newSchema)];
  // A schema that holds itself is compared as deep as any real one goes.
  if (depth > 24) return [];
  const changes = (direction === 'request' ? requestChanges : replyChanges)(before, after, path);
  for (const [name, property] of Object.entries(node(before.properties))) {
    const now = node(after.properties)[name];
    if (now === undefined) changes.push(`${path}/${name}: removed`);
    else changes.push(...schemaChanges(sides, [property, now], direction, `${path}/${name}`, depth + 1));
  }
  if (isNode(before.items) && isNode(after.items)) {
    changes.push(...schemaChanges(sides, [before.items, after.items], direction, `${path}/*`, depth + 1));
  }
  return changes;
};

const JSON_TYPE = 'application/json';
const contentOf = (value: Node, type = JSON_TYPE): Node => node(node(value.content)[type]);

/** Every error code of an operation with its status, from the examples of its error responses. */
const codesOf = (resolve: Sides['before'], operation: Node): Map<string, string> =>
  new Map(
    Object.entries(node(operation.responses)).flatMap(([status, response]) =>
      Object.values(node(contentOf(resolve(response)).examples))
        .map((example) => node(resolve(example).value).code)
        .filter((code) => status >= '400' && code !== undefined)
        .map((code): [string, string] => [`${code}`, status]),
    ),
  );

const parametersOf = (resolve: Sides['before'], operation: Node): Map<string, Node> =>
  new Map(
    list(operation.parameters)
      .map(resolve)
      .map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]),
  );

const parameterChanges = (sides: Sides, before: Node, after: Node, path: string): string[] => {
  const [old, now] = [parametersOf(sides.before, before), parametersOf(sides.after, after)];
  const changes: string[] = [];
  for (const [name, parameter] of old) {
    const other = now.get(name);
    if (!other) changes.push(`${path}: parameter ${name} removed`);
    else changes.push(...schemaChanges(sides, [parameter.schema, other.schema], 'request', `${path} ${name}`));
  }
  for (const [name, { required }] of now) {
    if (required && !old.get(name)?.required) changes.push(`${path}: parameter ${name} is required now`);
  }
  return changes;
};

const responseChanges = (sides: Sides, before: Node, after: Node, path: string): string[] => {
  const changes: string[] = [];
  for (const [status, response] of Object.entries(node(before.responses))) {
    const now = node(after.responses)[status];
    if (now === undefined) {
      // A failure that can't happen any more breaks nobody; its codes are compared below.
      if (status < '400') changes.push(`${path}: answer ${status} removed`);
      continue;
    }
    const [old, other] = [sides.before(response), sides.after(now)];
    for (const [type, content] of Object.entries(node(old.content))) {
      const there = node(other.content)[type];
      if (there === undefined) changes.push(`${path}: answer ${status} is no longer ${type}`);
      else {
        const schemas = [node(content).schema, node(there).schema] as const;
        changes.push(...schemaChanges(sides, schemas, 'reply', `${path} ${status}`));
      }
    }
    for (const name of Object.keys(node(old.headers))) {
      if (node(other.headers)[name] === undefined) changes.push(`${path}: header ${name} of ${status} removed`);
    }
  }
  const [codes, others] = [codesOf(sides.before, before), codesOf(sides.after, after)];
  for (const [code, status] of codes) {
    const now = others.get(code);
    if (now === undefined) changes.push(`${path}: error ${code} removed`);
    else if (now !== status) changes.push(`${path}: error ${code} has status ${now}, not ${status}`);
  }
  return changes;
};

const bodyChanges = (sides: Sides, before: Node, after: Node, path: string): string[] => {
  const [old, now] = [sides.before(before.requestBody), sides.after(after.requestBody)];
  if (after.requestBody === undefined) return before.requestBody === undefined ? [] : [`${path}: takes no body now`];
  const changes = now.required && !old.required ? [`${path}: a body is required now`] : [];
  const schemas = [contentOf(old).schema, contentOf(now).schema] as const;
  return schemas[0] === undefined ? changes : [...changes, ...schemaChanges(sides, schemas, 'request', `${path} body`)];
};

/** The changes that may break a client of `before`; one line each, none where every such client keeps working. */
export const breakingChanges = (before: Comparable, after: Comparable): string[] => {
  const sides = { before: resolver(before), after: resolver(after) };
  return Object.entries(before.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const now = after.paths[path]?.[method];
      if (!now) return [`${name}: removed`];
      const parts = [parameterChanges, bodyChanges, responseChanges];
      const renamed = operation.operationId === now.operationId ? [] : [`${name}: other operationId`];
      return [...renamed, ...parts.flatMap((changes) => changes(sides, operation, now, name))];
    }),
  );
};

const major = ({ info }: Comparable): number => Number(info.version.split('.')[0]);

/** Whether the later document may break clients of the earlier one. */
export const isNewMajor = (before: Comparable, after: Comparable): boolean => major(after) > major(before);
