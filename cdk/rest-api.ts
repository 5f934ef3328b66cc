/** The API: a function and a route for each row of the table of operations, and the authorizer before them all. */
import { Duration, Stack } from 'aws-cdk-lib';
import {
  ApiKeySourceType,
  AuthorizationType,
  AwsIntegration,
  EndpointType,
  IdentitySource,
  RequestAuthorizer,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { TableAction } from '../lib/api/operation.ts';
import { operations } from '../lib/api/operations.ts';
import { EndpointFunction } from './endpoint-function.ts';
import { addGatewayResponses } from './gateway-responses.ts';

interface PartnerApiProps {
  readonly stage: string;
  readonly production: boolean;
  readonly table: TableV2;
  /** The directory of each function's bundle by the name of its entry. */
  readonly bundles: Record<string, string>;
}

/** Every function looks the partner's key up by itself, beside what its operation declares. */
const keyLookup: TableAction = 'GetItem';

/** The REST API with its one stage, its gateway responses and all its functions. */
export class PartnerApi extends RestApi {
  readonly authorizer: EndpointFunction;
  /** The function of each operation by the operation's id. */
  readonly endpoints: ReadonlyMap<string, EndpointFunction>;

  constructor(scope: Construct, id: string, { stage, production, table, bundles }: PartnerApiProps) {
    super(scope, id, {
      restApiName: Stack.of(scope).stackName,
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
      // The authorizer names the key that is metered; the secret that a partner sends is not an API Gateway key.
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      deployOptions: { stageName: stage },
      // Logging needs a role that is set once for an account and Region: a stack that sets it breaks the others.
      cloudWatchRole: false,
    });
    // The stack names its outputs itself.
    this.node.tryRemoveChild('Endpoint');

    const createFunction = (name: string, entry: string, description: string, access: readonly TableAction[]) => {
      const bundle = bundles[entry];
      if (bundle === undefined) throw new Error(`functions/${entry}.ts was not bundled`);
      return new EndpointFunction(this, name, { description, bundle, table, access, production });
    };

    this.authorizer = createFunction('Authorizer', 'authorizer', 'Admits partners by their key', [keyLookup]);
    this.endpoints = new Map(
      operations.map(({ id, entry, summary, access }) => [
        id,
        createFunction(pascalCase(id), entry, summary, [...new Set([keyLookup, ...access])]),
      ]),
    );

    const authorizer = new RequestAuthorizer(this, 'KeyAuthorizer', {
      handler: this.authorizer.function,
      identitySources: [IdentitySource.header('x-api-key')],
      // As long as a function keeps a key in memory: so long may a revoked key still pass.
      resultsCacheTtl: Duration.seconds(60),
    });
    // API Gateway calls the functions as this role. A permission on each function would do the same, but be the sixth
    // resource of an endpoint. The functions are named one by one; a role's inline policies hold about 90 of them.
    const invocation = new Role(this, 'Invocation', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        invoke: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:InvokeFunction'],
              resources: [...this.endpoints.values()].map((endpoint) => endpoint.function.functionArn),
            }),
          ],
        }),
      },
    });
    for (const { id, method, path } of operations) {
      const { functionArn } = this.endpoints.get(id)!.function;
      // LambdaIntegration is this and a permission.
      const integration = new AwsIntegration({
        service: 'lambda',
        path: `2015-03-31/functions/${functionArn}/invocations`,
        proxy: true,
        options: { credentialsRole: invocation },
      });
      this.root.resourceForPath(path).addMethod(method, integration, {
        authorizer,
        authorizationType: AuthorizationType.CUSTOM,
        // Without this the usage plans are silently not applied, authorizer or not.
        apiKeyRequired: true,
      });
    }
    addGatewayResponses(this);
  }
}

const pascalCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
