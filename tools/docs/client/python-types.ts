/** The schemas of the document as types of Python. Pure. */
type Node = Readonly<Record<string, unknown>>;

const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

const literal = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

const isList = (schema: unknown): boolean => (schema as Node).type === 'array';

/**
 * One of several types. Of lists it is a list of their rows, each in any of the forms: mypy knows the type of a list's rows
 * only if it may be one type of list, and takes a list of one form alone for a `Sequence` only.
 */
const unionOf = (schemas: readonly Node[]): string => {
  const rows = schemas.filter(isList).map(({ items }) => pythonType(items ?? {}));
  if (rows.length < 2) return schemas.map(pythonType).join(' | ');
  const others = schemas.filter((each) => !isList(each)).map(pythonType);
  return [`Sequence[${rows.join(' | ')}]`, ...others].join(' | ');
};

/** The type of a schema's values. */
export const pythonType = (schema: unknown): string => {
  const { $ref, anyOf, type, enum: values, items, additionalProperties: others } = schema as Node;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? '';
  if (Array.isArray(anyOf)) return unionOf(anyOf);
  if (Array.isArray(type)) return type.map((each) => pythonType({ ...(schema as Node), type: each })).join(' | ');
  if (type === 'null') return 'None';
  if (Array.isArray(values)) return `Literal[${values.map(literal).join(', ')}]`;
  if (type === 'array') return `list[${pythonType(items ?? {})}]`;
  if (type === 'object')
    return `dict[str, ${typeof others === 'object' && others !== null ? pythonType(others) : 'Any'}]`;
  return SCALARS[String(type)] ?? 'Any';
};

/** Formats text as a docstring, or as the lines of a comment. */
export const docstring = (text: string, indent: string): string => {
  const lines = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").split('\n');
  const end = lines.length > 1 || text.endsWith('"') ? `\n${indent}` : '';
  return `${indent}"""${lines.map((line, index) => (index === 0 || line === '' ? line : indent + line)).join('\n')}${end}"""\n`;
};
const comment = (text: unknown): string =>
  text === undefined
    ? ''
    : `${String(text)
        .split('\n')
        .map((line) => `    #: ${line}`.trimEnd())
        .join('\n')}\n`;

const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
);

/** Whether a field or a parameter can have this name. */
export const isPythonName = (name: string): boolean => /^[A-Za-z]\w*$/.test(name) && !KEYWORDS.has(name);

/**
 * A class for an object with named fields; a type alias for any other schema.
 *
 * @param left - fields that it is without
 * @param never - fields that it never has, and that are known all the same
 */
export const pythonDeclaration = (
  name: string,
  schema: Node,
  left: readonly string[] = [],
  never: readonly string[] = [],
): string => {
  const { properties, required = [] } = schema as {
    properties?: Readonly<Record<string, Node>>;
    required?: readonly string[];
  };
  if (!properties) return `${name}: TypeAlias = "${pythonType(schema)}"\n`;
  const fields = Object.entries(properties)
    .filter(([field]) => !left.includes(field))
    .map(([field, node]) => {
      const type = pythonType(node);
      const { description } = node;
      return { field, description, type: required.includes(field) ? type : `NotRequired[${type}]` };
    });
  const absent = 'Never there; known so that the response can be sent back';
  fields.push(...never.map((field) => ({ field, description: absent, type: 'NotRequired[Never]' })));
  if (fields.every(({ field }) => isPythonName(field))) {
    const lines = fields.map(({ field, type, description }) => `${comment(description)}    ${field}: ${type}\n`);
    return `class ${name}(TypedDict):\n${lines.join('') || '    pass\n'}`;
  }
  const entries = fields.map(
    ({ field, type, description }) => `${comment(description)}    ${JSON.stringify(field)}: ${JSON.stringify(type)},\n`,
  );
  return `${name} = TypedDict(\n    "${name}",\n    {\n${entries.join('')}    },\n)\n`;
};
