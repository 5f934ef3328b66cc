/** The roles of the functions, read from a synthesized template. Plain data, so that one process can read it for others. */
import { readAssemblyTemplate } from '../assembly.ts';
import {
  createResolver,
  isObject,
  type Properties,
  referencedIds,
  type Template,
  type TemplateResource,
} from '../intrinsics.ts';
import { readTemplate } from '../template.ts';
import { bucketArn, queueArn, streamArn, tableArn } from './arns.ts';
import type { KeyNames } from './dynamodb-needs.ts';
import { type RoleStatement, readStatement } from './statement.ts';

/** A right: action and resource, both as the policy writes them. */
export interface Right {
  readonly action: string;
  readonly resource: string;
}

export interface FunctionRole {
  readonly statements: readonly RoleStatement[];
  /** The function's environment variables. A reference to a queue is its logical id. */
  readonly environment: Readonly<Record<string, string>>;
  /** What Lambda does with the function's role: polls its event sources, and forwards discarded records. */
  readonly lambda: readonly Right[];
}

export interface Roles {
  /** By the logical ids of the functions. */
  readonly functions: Readonly<Record<string, FunctionRole>>;
  /** By the logical ids of the tables. */
  readonly tables: Readonly<Record<string, KeyNames>>;
  /** The logical ids of usage plans by each of their local names. */
  readonly plans: Readonly<Record<string, string>>;
}

const records = (value: unknown): Properties[] => (Array.isArray(value) ? value.filter(isObject) : []);

const hashKeyOf = (keySchema: unknown): string =>
  String(records(keySchema).find(({ KeyType }) => KeyType === 'HASH')?.AttributeName);

const keyNamesOf = ({ KeySchema, GlobalSecondaryIndexes, LocalSecondaryIndexes }: Properties): KeyNames => ({
  table: hashKeyOf(KeySchema),
  indexes: Object.fromEntries(
    [...records(GlobalSecondaryIndexes), ...records(LocalSecondaryIndexes)].map((index) => [
      String(index.IndexName),
      hashKeyOf(index.KeySchema),
    ]),
  ),
});

/** What Lambda needs to poll a source: https://docs.aws.amazon.com/lambda/latest/dg/lambda-intro-execution-role.html */
const pollingRights = (sourceArn: string): readonly Right[] =>
  sourceArn.includes(':sqs:')
    ? ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes'].map((each) => ({
        action: `sqs:${each}`,
        resource: sourceArn,
      }))
    : [
        ...['DescribeStream', 'GetRecords', 'GetShardIterator'].map((each) => ({
          action: `dynamodb:${each}`,
          resource: sourceArn,
        })),
        { action: 'dynamodb:ListStreams', resource: '*' },
      ];

/**
 * Reads the roles of all functions of a template.
 *
 * @param planNames - the names of each usage plan on this machine, its logical id the last
 * @throws Error if a role has a managed policy or a permissions boundary, which are not supported
 */
export const readRoles = (template: Template, planNames: readonly (readonly string[])[]): Roles => {
  const all = Object.entries(template.Resources);
  const ofType = (...types: string[]) => all.filter(([, { Type }]) => types.includes(Type));
  const tables = ofType('AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table');
  const resolve = createResolver(
    template,
    Object.fromEntries([
      ...tables.flatMap(([id]) => [
        [`${id}.Arn`, tableArn(id)],
        [`${id}.StreamArn`, streamArn(id)],
      ]),
      ...ofType('AWS::SQS::Queue').map(([id]) => [`${id}.Arn`, queueArn(id)]),
      ...ofType('AWS::S3::Bucket').map(([id]) => [`${id}.Arn`, bucketArn(id)]),
    ]),
  );
  const statementsIn = (document: unknown): RoleStatement[] => {
    const { Statement } = resolve(document) as Properties;
    return [Statement].flat().map(readStatement);
  };
  /** Policies that are resources of their own, separate from their roles. */
  const separatePolicies = ofType('AWS::IAM::RolePolicy', 'AWS::IAM::Policy').map(
    ([, { Properties: policy = {} }]) => ({
      roles: referencedIds([policy.RoleName, policy.Roles]),
      document: policy.PolicyDocument,
    }),
  );

  const statementsOf = (roleId: string): RoleStatement[] => {
    const { Properties: role = {} } = template.Resources[roleId] ?? {};
    for (const part of ['ManagedPolicyArns', 'PermissionsBoundary'])
      if (role[part] !== undefined) throw new Error(`${part} of the role ${roleId} is not read here.`);
    return [
      ...records(role.Policies).flatMap(({ PolicyDocument }) => statementsIn(PolicyDocument)),
      ...separatePolicies
        .filter(({ roles }) => roles.includes(roleId))
        .flatMap(({ document }) => statementsIn(document)),
    ];
  };

  /** The rights that Lambda needs for the mappings of a function. Mappings of an alias are not supported. */
  const lambdaRights = (functionId: string): Right[] =>
    ofType('AWS::Lambda::EventSourceMapping').flatMap(([, { Properties: mapping = {} }]) => {
      if (!referencedIds(mapping.FunctionName).includes(functionId)) return [];
      const { EventSourceArn, DestinationConfig } = resolve(mapping) as Properties;
      const { OnFailure } = isObject(DestinationConfig) ? DestinationConfig : {};
      const { Destination } = isObject(OnFailure) ? OnFailure : {};
      return [
        ...pollingRights(String(EventSourceArn)),
        ...(Destination === undefined ? [] : [{ action: 'sqs:SendMessage', resource: String(Destination) }]),
      ];
    });

  const roleOf = ([id, { Properties: properties = {} }]: [string, TemplateResource]): [string, FunctionRole] => {
    const [roleId = ''] = referencedIds(properties.Role);
    const { Variables = {} } = resolve(properties.Environment ?? {}) as { Variables?: Record<string, string> };
    return [id, { statements: statementsOf(roleId), environment: Variables, lambda: lambdaRights(id) }];
  };

  return {
    functions: Object.fromEntries(ofType('AWS::Lambda::Function').map(roleOf)),
    tables: Object.fromEntries(tables.map(([id, { Properties: table = {} }]) => [id, keyNamesOf(table)])),
    plans: Object.fromEntries(planNames.flatMap((names) => names.map((name) => [name, names.at(-1)!]))),
  };
};

/** The roles of the one API's stack in an assembly. */
export const readAssemblyRoles = async (directory: string): Promise<Roles> => {
  const template = await readAssemblyTemplate(directory);
  const { usagePlans } = readTemplate(template);
  return readRoles(
    template,
    usagePlans.map(({ names }) => names),
  );
};

/** The functions whose ids end in the name of an entry. An exact match takes precedence. */
const functionsNamed = ({ functions }: Pick<Roles, 'functions'>, entry: string): readonly string[] => {
  const name = entry.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  const pattern = new RegExp(`^(\\w*)${name}Function[0-9A-F]{8}$`);
  const found = Object.keys(functions).filter((id) => pattern.test(id));
  const exact = found.filter((id) => id.startsWith(`${name}Function`));
  return exact.length > 0 ? exact : found;
};

export const hasFunction = (roles: Pick<Roles, 'functions'>, entry: string): boolean =>
  functionsNamed(roles, entry).length > 0;

/**
 * The logical id of the function of an entry: `get-business` is `GetBusinessFunction1A2B3C4D`, with the names of constructs
 * before it if no function has exactly this name.
 *
 * @throws Error where the template has no such function, or more than one
 */
export const functionIdOf = (roles: Pick<Roles, 'functions'>, entry: string): string => {
  const found = functionsNamed(roles, entry);
  const [only] = found;
  if (only === undefined || found.length > 1)
    throw new Error(`The template has ${found.length} functions for the entry ${entry}.`);
  return only;
};

/** A function's logical id without the hash that CDK appends. */
export const nameOf = (functionId: string): string => functionId.replace(/Function[0-9A-F]{8}$/, '');
