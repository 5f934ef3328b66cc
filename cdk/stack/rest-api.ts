/** The API: a function and a route for each row of the table of operations, and the authorizer before them all. */
import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  ApiKeySourceType,
  AuthorizationType,
  AwsIntegration,
  EndpointType,
  IdentitySource,
  MethodLoggingLevel,
  RequestAuthorizer,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { TableAction } from '../../lib/contract/operation.ts';
import { operations } from '../../lib/operations.ts';
import type { AccessLog } from './access-log.ts';
import type { Settings } from './context.ts';
import { EndpointFunction } from './endpoint-function.ts';
import { addGatewayResponses } from './gateway-responses.ts';

interface PartnerApiProps {
  readonly settings: Settings;
  readonly table: TableV2;
  /** Where the stage writes a line for each request, if anywhere. */
  readonly accessLog: AccessLog | undefined;
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

  constructor(scope: Construct, id: string, { settings, table, accessLog, bundles }: PartnerApiProps) {
    const { stage, retain, logRetention, throttle, executionLogs } = settings;
    super(scope, id, {
      restApiName: Stack.of(scope).stackName,
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
      // The authorizer names the key that is metered; the secret that a partner sends is not an API Gateway key.
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      // What a function hands over in base64 is bytes for every client, whatever its Accept header says: a compressed
      // answer. The price is that bodies of requests come in base64 too (lib/http/text-body.ts).
      binaryMediaTypes: ['*/*'],
      deployOptions: {
        stageName: stage,
        ...accessLog?.stageOptions,
        // By method too, not for the stage alone.
        metricsEnabled: true,
        tracingEnabled: true,
        loggingLevel: executionLogs ? MethodLoggingLevel.ERROR : MethodLoggingLevel.OFF,
        // It would write whole requests down, with the partner's key.
        dataTraceEnabled: false,
        // Over the plans of all partners: a ceiling for the functions and the table behind.
        throttlingRateLimit: throttle.rateLimit,
        throttlingBurstLimit: throttle.burstLimit,
      },
      // Logging needs a role that is set once for an account and Region: a stack that sets it breaks the others.
      cloudWatchRole: false,
    });
    if (executionLogs) this.keepExecutionLogs(settings);
    this.acknowledgeFindings(settings);
    // The stack names its outputs itself.
    this.node.tryRemoveChild('Endpoint');

    const createFunction = (name: string, entry: string, description: string, access: readonly TableAction[]) => {
      const bundle = bundles[entry];
      if (bundle === undefined) throw new Error(`functions/${entry}.ts was not bundled`);
      return new EndpointFunction(this, name, { description, bundle, table, access, retain, logRetention });
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

  /** API Gateway makes this group by itself where it is missing, and would keep it for ever. */
  private keepExecutionLogs({ stage, retain, logRetention }: Settings): void {
    const group = new LogGroup(this, 'ExecutionLogs', {
      logGroupName: `API-Gateway-Execution-Logs_${this.restApiId}/${stage}`,
      retention: logRetention,
      removalPolicy: retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    // Before the stage, which would make the group.
    this.deploymentStage.node.addDependency(group);
  }

  private acknowledgeFindings({ accessLogs, executionLogs, firewall }: Settings): void {
    Validations.of(this).acknowledge(
      {
        id: 'AwsSolutions-APIG2',
        reason:
          "Functions check requests against the same schemas. The gateway's check would answer without our codes.",
      },
      {
        id: 'AwsSolutions-COG4',
        reason: 'Partners are machines with keys that our own authorizer checks; there are no users to sign in.',
      },
    );
    // Each of these is a choice of whoever deploys: cdk/context.ts.
    if (!accessLogs)
      Validations.of(this.deploymentStage).acknowledge({
        id: 'AwsSolutions-APIG1',
        reason: 'Switched off by context accessLogs, for accounts without the CloudWatch role of API Gateway.',
      });
    if (!executionLogs)
      Validations.of(this.deploymentStage).acknowledge({
        id: 'AwsSolutions-APIG6',
        reason: 'Context executionLogs switches them on. The access log says what failed, and why in its errorType.',
      });
    if (!firewall)
      Validations.of(this.deploymentStage).acknowledge({
        id: 'AwsSolutions-APIG3',
        reason: 'Context waf switches the firewall on: it costs by the request, and every route asks for a key anyway.',
      });
  }
}

const pascalCase = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
