/** The functions of one module, in a nested stack of their own: a stack holds 500 resources, all its functions take more. */
import { NestedStack } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { tableActionsOf } from '../../lib/contract/derived.ts';
import { plansText, USAGE_PLANS } from '../../lib/usage/plans.ts';
import type { Canary } from './canary.ts';
import { type Settings, sandboxEnvironment } from './context.ts';
import type { DeployedOperation } from './deployed-operation.ts';
import { EndpointFunction } from './endpoint-function.ts';
import { acknowledgeObjects, allow } from './event-policies.ts';
import { liveAlias } from './live-alias.ts';
import type { OperationLog } from './operation-log.ts';

/**
 * The most functions of a module. Its invocation role names them one by one, and a role's inline policies hold 10,240
 * characters: an ARN takes up to 135 of them, and the nested stack's outputs (at most 200) two for each function.
 */
export const mostFunctions = 70;

/** What every nested stack needs of the stack around it. */
export interface ModuleFunctionsProps {
  readonly settings: Pick<Settings, 'retain' | 'logRetention' | 'usagePlans' | 'isSandbox'>;
  readonly table: TableV2;
  /** Of media: some operations answer with URLs of what lies in it. */
  readonly bucket: Bucket;
  /** Where all of them write. */
  readonly log: OperationLog;
  /** The directory of each function's bundle by the name of its entry. */
  readonly bundles: Readonly<Record<string, string>>;
  readonly operations: readonly DeployedOperation[];
  /** How releases go live; at once where it is left out. */
  readonly canary?: Canary | undefined;
}

/** What the API needs to call the function of an operation. */
export interface Endpoint {
  readonly function: EndpointFunction['function'];
  /** What is called of it. */
  readonly live: Alias;
  /** As which API Gateway calls it. */
  readonly invocation: Role;
}

/** @throws Error where the function was not bundled */
export const bundleOf = (bundles: Readonly<Record<string, string>>, entry: string): string => {
  const bundle = bundles[entry];
  if (bundle === undefined) throw new Error(`The function ${entry} was not bundled`);
  return bundle;
};

const pascalCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** A nested stack: for each operation of a module its function, role, version and alias; and one role to call them as. */
export class ModuleFunctions extends NestedStack {
  /** By the operation's id. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;

  constructor(
    scope: Construct,
    module: string,
    { settings, table, bucket, log, bundles, operations, canary }: ModuleFunctionsProps,
  ) {
    super(scope, pascalCase(module), { description: `Functions of the module ${module}` });
    if (operations.length > mostFunctions)
      throw new Error(
        `The module ${module} has ${operations.length} operations; a nested stack takes ${mostFunctions}`,
      );
    // CloudFormation names what is in it after it, in 64 characters: of a longer name nothing would be left of the function's.
    this.nestedStackResource?.overrideLogicalId(`${pascalCase(module)}Functions`);
    const { retain, logRetention, usagePlans } = settings;
    const stageEnvironment = sandboxEnvironment(settings);
    const functions = operations.map((operation) => {
      const { id, entry, summary } = operation;
      const endpoint = new EndpointFunction(this, pascalCase(id), {
        description: summary,
        bundle: bundleOf(bundles, entry),
        table,
        access: tableActionsOf(operation),
        // What is kept of a response with a secret lies among the secrets.
        guarded: { secrets: operation.secretReply ?? operation.secrets },
        environment: {
          ...stageEnvironment,
          ...(operation.bucket && { MEDIA_BUCKET: bucket.bucketName }),
          // What it may ask API Gateway stands beside the plans, whose ids only they know: `allowUsage`.
          ...(operation.usage && { [USAGE_PLANS]: plansText(usagePlans) }),
        },
        ...(operation.bucket && {
          policies: { bucket: allow([['s3:GetObject'], bucket.arnForObjects('*')]) },
        }),
        log,
        retain,
        logRetention,
      });
      if (operation.bucket) acknowledgeObjects(endpoint.role, bucket);
      const live = liveAlias(endpoint);
      canary?.shiftOperation(endpoint, live, operation);
      return [id, endpoint.function, live] as const;
    });
    // A permission on each function would do the same, but be the fourth resource of each.
    const invocation = new Role(this, 'Invocation', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        invoke: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:InvokeFunction'],
              resources: functions.map(([, , { functionArn }]) => functionArn),
            }),
          ],
        }),
      },
    });
    this.endpoints = new Map(functions.map(([id, each, live]) => [id, { function: each, live, invocation }]));
  }
}

/**
 * Groups operations by module, in the order in which the modules first appear, and makes a nested stack of each.
 *
 * @returns the function of each operation by the operation's id, in the order of the operations
 */
export const createModules = (scope: Construct, props: ModuleFunctionsProps): ReadonlyMap<string, Endpoint> => {
  const modules = Map.groupBy(props.operations, ({ module }) => module);
  const endpoints = new Map(
    [...modules].flatMap(([module, operations]) => [
      ...new ModuleFunctions(scope, module, { ...props, operations }).endpoints,
    ]),
  );
  return new Map(props.operations.map(({ id }) => [id, endpoints.get(id)!]));
};
