/** CloudFormation's intrinsic functions, as far as a synthesized API uses them. */
import { localEnvironment } from '../local-credentials.ts';

export type Properties = Record<string, unknown>;

export type TemplateResource = {
  Type: string;
  Properties?: Properties;
  Metadata?: Properties;
  UpdatePolicy?: Properties;
};

export type Template = {
  Resources: Record<string, TemplateResource>;
  Parameters?: Record<string, Properties>;
  Outputs?: Record<string, { Value: unknown }>;
};

export const isObject = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The template's pseudo parameters. Nothing here reaches AWS, so the account is made up. */
export const pseudoParameters: Record<string, string> = {
  'AWS::AccountId': '000000000000',
  'AWS::Partition': 'aws',
  'AWS::Region': localEnvironment.AWS_REGION,
  'AWS::StackName': 'local',
  'AWS::URLSuffix': 'amazonaws.com',
};

const attributeOf = (value: unknown): [string, string] => {
  const [id = '', ...attribute] = Array.isArray(value) ? value.map(String) : String(value).split('.');
  return [id, attribute.join('.')];
};

const singleKey = (value: unknown): [string, unknown] | undefined => {
  if (!isObject(value)) return undefined;
  const [entry, ...others] = Object.entries(value);
  if (entry === undefined || others.length > 0) return undefined;
  return entry[0] === 'Ref' || entry[0].startsWith('Fn::') ? entry : undefined;
};

const placeholder = /\$\{([^!}][^}]*)\}/g;

/**
 * Resolves a template value as CloudFormation would at deployment. A resource that `references` does not name
 * resolves to its logical id. An unsupported intrinsic is an error rather than a silently wrong value.
 */
export const createResolver = (template: Template, references: Record<string, string>) => {
  const ref = (id: string): string => {
    const known = references[id] ?? pseudoParameters[id] ?? template.Parameters?.[id]?.Default;
    if (known !== undefined) return String(known);
    const resource = template.Resources[id];
    return resource?.Type === 'AWS::ApiGateway::Stage' ? String(resolve(resource.Properties?.StageName)) : id;
  };
  const attribute = (value: unknown): string => {
    const [id, name] = attributeOf(value);
    return references[`${id}.${name}`] ?? `${ref(id)}.${name}`;
  };
  const substitute = (value: unknown): string => {
    const [text, local] = Array.isArray(value) ? [String(value[0]), value[1]] : [String(value), {}];
    const names = isObject(local) ? local : {};
    const replace = (_: string, name: string) =>
      String(name in names ? resolve(names[name]) : name.includes('.') ? attribute(name) : ref(name));
    return text.replace(placeholder, replace).replaceAll('${!', '${');
  };
  const list = (value: unknown): unknown[] => {
    const resolved = resolve(value);
    return Array.isArray(resolved) ? resolved : [];
  };
  const call = (name: string, argument: unknown): unknown => {
    const parts = Array.isArray(argument) ? argument : [];
    if (name === 'Ref') return ref(String(argument));
    if (name === 'Fn::GetAtt') return attribute(argument);
    if (name === 'Fn::Sub') return substitute(argument);
    if (name === 'Fn::Join') return list(parts[1]).map(String).join(String(parts[0]));
    if (name === 'Fn::Split') return String(resolve(parts[1])).split(String(parts[0]));
    if (name === 'Fn::Select') return list(parts[1])[Number(parts[0])];
    throw new Error(`The local gateway cannot resolve ${name} in the template.`);
  };
  const resolve = (value: unknown): unknown => {
    const intrinsic = singleKey(value);
    if (intrinsic) return call(...intrinsic);
    if (Array.isArray(value)) return value.map(resolve);
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolve(inner)]));
    return value;
  };
  return resolve;
};

/** Every logical id that a value refers to, in the order of appearance. */
export const referencedIds = (value: unknown): string[] => {
  const intrinsic = singleKey(value);
  if (intrinsic?.[0] === 'Ref') return [String(intrinsic[1])];
  if (intrinsic?.[0] === 'Fn::GetAtt') return [attributeOf(intrinsic[1])[0]];
  if (intrinsic?.[0] === 'Fn::Sub') {
    const [text, local] = Array.isArray(intrinsic[1]) ? intrinsic[1] : [intrinsic[1], undefined];
    const named = [...String(text).matchAll(placeholder)].map(([, name = '']) => attributeOf(name)[0]);
    return [...named, ...referencedIds(local)];
  }
  if (Array.isArray(value)) return value.flatMap(referencedIds);
  return isObject(value) ? Object.values(value).flatMap(referencedIds) : [];
};

/** Returns the replacement for a reference to a resource, parameter or attribute; `undefined` leaves it unchanged. */
export type Rewrite = (id: string, attribute: string | undefined) => unknown;

/** Rewrites the placeholders of `Fn::Sub`: each one that is replaced becomes a variable of the substitution. */
const rewriteSubstitution = (argument: unknown, rewrite: Rewrite): unknown => {
  const [text, local] = Array.isArray(argument) ? argument : [argument, {}];
  const names: Properties = Object.fromEntries(
    Object.entries(isObject(local) ? local : {}).map(([name, value]) => [name, rewriteReferences(value, rewrite)]),
  );
  const replaced = String(text).replace(placeholder, (found: string, name: string) => {
    if (name in names) return found;
    const [id, attribute] = attributeOf(name);
    const value = rewrite(id, attribute === '' ? undefined : attribute);
    if (value === undefined) return found;
    // A generated name that no logical id or variable can have.
    const variable = `_${Object.keys(names).length}`;
    names[variable] = value;
    return `\${${variable}}`;
  });
  return Object.keys(names).length > 0 ? { 'Fn::Sub': [replaced, names] } : { 'Fn::Sub': replaced };
};

/** Replaces references in a template's value (`Ref`, `Fn::GetAtt`, `Fn::Sub`), and leaves the rest unresolved. */
export const rewriteReferences = (value: unknown, rewrite: Rewrite): unknown => {
  const [name, argument] = singleKey(value) ?? [];
  if (name === 'Ref') return rewrite(String(argument), undefined) ?? value;
  if (name === 'Fn::GetAtt') return rewrite(...attributeOf(argument)) ?? value;
  if (name === 'Fn::Sub') return rewriteSubstitution(argument, rewrite);
  if (Array.isArray(value)) return value.map((inner) => rewriteReferences(inner, rewrite));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rewriteReferences(inner, rewrite)]));
};
