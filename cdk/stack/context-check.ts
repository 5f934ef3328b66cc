/** Checks values of the context against schemas. The error for a value uses its schema's description. */
import { Ajv, type ErrorObject } from 'ajv';

/** A schema in which every value has a description: `a whole number from 1 to 35`. */
export interface Wanting {
  readonly 'x-wanted': string;
  readonly [keyword: string]: unknown;
}

const ajv = new Ajv({ verbose: true, allowUnionTypes: true, strictRequired: false }).addVocabulary(['x-wanted']);

const wantedBy = (schema: unknown): string => String((schema as Wanting | undefined)?.['x-wanted'] ?? 'left out');

/** The path of the error, the expected value, and the actual one. */
const described = ({ keyword, instancePath, params, propertyName, parentSchema, data }: ErrorObject) => {
  const path = instancePath.replaceAll('/', '.');
  const properties = (parentSchema?.properties ?? {}) as Readonly<Record<string, unknown>>;
  if (propertyName !== undefined)
    return { path: `${path}.${propertyName}`, wanted: wantedBy(parentSchema), value: propertyName };
  if (keyword === 'required') {
    const name = String(params.missingProperty);
    return { path: `${path}.${name}`, wanted: wantedBy(properties[name]), value: undefined };
  }
  if (keyword === 'additionalProperties') {
    const name = String(params.additionalProperty);
    return { path: `${path}.${name}`, wanted: `one of ${Object.keys(properties).join(', ')}`, value: name };
  }
  return { path, wanted: wantedBy(parentSchema), value: data };
};

/** @throws Error that says which value is wrong, and what is expected */
export const refuse = (path: string, wanted: string, value: unknown): never => {
  throw new Error(`context.${path} must be ${wanted}, not ${JSON.stringify(value)}`);
};

/**
 * Returns the value if it matches the schema.
 *
 * @param name - of the value in the context; empty for the context itself
 * @throws Error that says which value is wrong, and what is expected
 */
export const checked = <T>(name: string, schema: object, value: unknown): T => {
  const validate = ajv.compile(schema);
  if (validate(value)) return value as T;
  const [error] = validate.errors ?? [];
  if (!error) throw new Error(`context.${name} is not valid`);
  const { path, wanted, value: found } = described(error);
  return refuse(`${name}${path}`.replace(/^\./, ''), wanted, found);
};
