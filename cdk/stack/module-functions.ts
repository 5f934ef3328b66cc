/**
 * The functions of one module and their routes, in their own nested stack: a stack holds 500 resources, and all modules
 * together need more.
 */
import { NestedStack } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { BULK_PLANS, bulkPlansText } from '../../lib/bulk/rules/limits.ts';
import { tableActionsOf } from '../../lib/contract/derived.ts';
import { plansText, USAGE_PLANS } from '../../lib/usage/plans.ts';
import type { Canary } from './canary.ts';
import type { Settings } from './context.ts';
import type { DeployedOperation } from './deployed-operation.ts';
import { EndpointFunction } from './endpoint-function.ts';
import { acknowledgeObjects, allow, BULK_OBJECTS, MEDIA_OBJECTS, onObjects } from './event-policies.ts';
import { liveAlias } from './live-alias.ts';
import { type Front, ModuleRoutes } from './module-routes.ts';
import type { OperationLog } from './operation-log.ts';
import { pageEnvironment, sandboxEnvironment } from './stage-environment.ts';

/**
 * The most functions of a module. With a canary an operation takes up to ten of the 500 resources of its nested stack:
 * function, role, version, alias, deployment group, alarm, method, and three path segments that it shares with none.
 * The invocation role names each function, in up to 135 of the 10,240 characters that a role's inline policies hold.
 */
export const mostFunctions = 45;

/** What every nested stack needs from its parent stack. */
export interface ModuleFunctionsProps {
  readonly settings: Pick<
    Settings,
    'retain' | 'logRetention' | 'usagePlans' | 'isSandbox' | 'changeDays' | 'requestPageUrl'
  >;
  readonly table: TableV2;
  /** The bucket of media: some operations answer with URLs of its objects. */
  readonly bucket: Bucket;
  /** The log group of all these functions. */
  readonly log: OperationLog;
  /** The directory of each function's bundle by the name of its entry. */
  readonly bundles: Readonly<Record<string, string>>;
  readonly operations: readonly DeployedOperation[];
  /** The API to which the routes of the operations are added. */
  readonly front: Front;
  /** How releases go live; at once by default. */
  readonly canary?: Canary | undefined;
}

/**
 * The directory of a function's bundle.
 *
 * @throws Error if the function was not bundled
 */
export const bundleOf = (bundles: Readonly<Record<string, string>>, entry: string): string => {
  const bundle = bundles[entry];
  if (bundle === undefined) throw new Error(`The function ${entry} was not bundled`);
  return bundle;
};

/** What an operation may do with the bucket: sign URLs of media, or put rows of bulk updates. */
const bucketRights = {
  reads: { actions: ['s3:GetObject'], objects: MEDIA_OBJECTS },
  writes: { actions: ['s3:PutObject'], objects: BULK_OBJECTS },
};

const pascalCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/**
 * A nested stack with each operation of a module: its function, role, version and alias, its method and the new
 * segments of its path. All share one role as which API Gateway calls the functions.
 */
export class ModuleFunctions extends NestedStack {
  /** By the operation's id. */
  readonly endpoints: ReadonlyMap<string, EndpointFunction>;

  constructor(
    scope: Construct,
    module: string,
    { settings, table, bucket, log, bundles, operations, front, canary }: ModuleFunctionsProps,
  ) {
    super(scope, pascalCase(module), { description: `Functions and routes of the module ${module}` });
    if (operations.length > mostFunctions)
      throw new Error(
        `The module ${module} has ${operations.length} operations; a nested stack takes ${mostFunctions}`,
      );
    // CloudFormation prefixes the names of the stack's resources with this id and cuts them at 64 characters: after a
    // longer id nothing would be left of the function's name.
    this.nestedStackResource?.overrideLogicalId(`${pascalCase(module)}Functions`);
    const { retain, logRetention, usagePlans } = settings;
    const stageEnvironment = sandboxEnvironment(settings);
    const targets = operations.map((operation) => {
      const { id, entry, summary } = operation;
      const rights = operation.bucket && bucketRights[operation.bucket];
      const endpoint = new EndpointFunction(this, pascalCase(id), {
        description: summary,
        bundle: bundleOf(bundles, entry),
        table,
        access: tableActionsOf(operation),
        // A stored response with a secret has a key of the denied range.
        guarded: { secrets: operation.secretReply ?? operation.secrets },
        environment: {
          ...stageEnvironment,
          ...(operation.bulkPlans && { [BULK_PLANS]: bulkPlansText(usagePlans) }),
          ...(operation.requestPage && pageEnvironment(settings)),
          ...(operation.feed && { CHANGE_DAYS: String(settings.changeDays) }),
          ...(operation.bucket && { MEDIA_BUCKET: bucket.bucketName }),
          // Its permissions on API Gateway are with the plans, as only they know their ids: `allowUsage`.
          ...(operation.usage && { [USAGE_PLANS]: plansText(usagePlans) }),
        },
        ...(rights && { policies: { bucket: allow(...onObjects(rights.actions, bucket, rights.objects)) } }),
        log,
        retain,
        logRetention,
      });
      if (rights) acknowledgeObjects(endpoint.role, bucket, rights.objects);
      const live = liveAlias(endpoint, { keepsRole: operation.usage !== undefined });
      canary?.shiftOperation(endpoint, live, operation);
      return { operation, endpoint, live };
    });
    // A permission on each function would do the same, but be a fourth resource for each.
    const invocation = new Role(this, 'Invocation', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        invoke: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:InvokeFunction'],
              resources: targets.map(({ live }) => live.functionArn),
            }),
          ],
        }),
      },
    });
    const routes = new ModuleRoutes(this, front);
    for (const { operation, live } of targets) routes.add(operation, { live, invocation });
    this.endpoints = new Map(targets.map(({ operation, endpoint }) => [operation.id, endpoint]));
  }
}

/**
 * Groups operations by module, in the order in which the modules first appear, and makes a nested stack for each.
 *
 * @returns the function of each operation by the operation's id, in the order of the operations
 */
export const createModules = (scope: Construct, props: ModuleFunctionsProps): ReadonlyMap<string, EndpointFunction> => {
  const modules = Map.groupBy(props.operations, ({ module }) => module);
  const endpoints = new Map(
    [...modules].flatMap(([module, operations]) => [
      ...new ModuleFunctions(scope, module, { ...props, operations }).endpoints,
    ]),
  );
  return new Map(props.operations.map(({ id }) => [id, endpoints.get(id)!]));
};
