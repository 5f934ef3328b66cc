/**
 * The routes of one module: the paths and methods of the API that are in the nested stack of the module's functions.
 */
import {
  AuthorizationType,
  AwsIntegration,
  CfnMethod,
  type IAuthorizer,
  type IResource,
  Method,
  Resource,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Role } from 'aws-cdk-lib/aws-iam';
import type { Alias } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { DeployedOperation } from './deployed-operation.ts';
import { isShared, prefixesOf } from './shared-paths.ts';

/** The root stack's part of the API, to which routes are added. */
export interface Front {
  readonly api: RestApi;
  /** Authorizes the calls of every method. */
  readonly authorizer: IAuthorizer;
}

/** The target of an operation's route. */
interface Target {
  readonly live: Alias;
  /** The role as which API Gateway calls it. */
  readonly invocation: Role;
}

/** Adds the missing segments of a path that belong to the root stack. */
export const addSharedPath = ({ api }: Pick<Front, 'api'>, path: string): void => {
  for (const shared of prefixesOf(path).filter(isShared)) api.root.resourceForPath(shared);
};

/** A module's own segments and its methods. */
export class ModuleRoutes extends Construct {
  private readonly front: Front;

  /** @param scope - the nested stack of the module */
  constructor(scope: Construct, front: Front) {
    super(scope, 'Routes');
    this.front = front;
  }

  /**
   * Adds the route of an operation. The API's deployment depends on it and gets a new id: that id is a digest of all
   * paths and methods, whichever stack they are in.
   */
  add({ module, method: httpMethod, path }: DeployedOperation, { live, invocation }: Target): void {
    const { api, authorizer } = this.front;
    // LambdaIntegration would do the same, but add a permission that names the API: a function's stack would wait for
    // its own routes.
    const integration = new AwsIntegration({
      service: 'lambda',
      path: `2015-03-31/functions/${live.functionArn}/invocations`,
      proxy: true,
      options: { credentialsRole: invocation },
    });
    new Method(this, `${httpMethod} ${idOf(path)}`, {
      resource: this.resourceAt(path),
      httpMethod,
      integration,
      options: {
        authorizer,
        authorizationType: AuthorizationType.CUSTOM,
        // Without this the usage plans are silently not applied, even with an authorizer.
        apiKeyRequired: true,
      },
    });
    // A path that moves from one module to another may have the same logical ids in both stacks.
    api.latestDeployment?.addToLogicalId({ module, httpMethod, path });
  }

  private resourceAt(path: string): IResource {
    return prefixesOf(path).reduce<IResource>((parent, prefix) => {
      const pathPart = prefix.slice(prefix.lastIndexOf('/') + 1);
      return parent.getResource(pathPart) ?? new Resource(this, idOf(prefix), { parent, pathPart });
    }, this.front.api.root);
  }
}

/** The id of a construct holds no slash. */
const idOf = (path: string): string => path.slice(1).replaceAll('/', ' ');

/**
 * Finds methods below a construct that could be called without a key or a plan. None may be deployed.
 *
 * @returns a message for each of them
 */
export const unguardedMethods = (scope: Construct, { authorizer }: Pick<Front, 'authorizer'>): string[] =>
  scope.node
    .findAll()
    .filter((each) => each instanceof CfnMethod)
    .filter(
      ({ apiKeyRequired, authorizationType, authorizerId }) =>
        apiKeyRequired !== true ||
        authorizationType !== AuthorizationType.CUSTOM ||
        authorizerId !== authorizer.authorizerId,
    )
    .map(({ node }) => `${node.path} must require an API key and the authorizer of the API`);
