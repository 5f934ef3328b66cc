/** The API: a route for each row of the table of operations, and the authorizer before them all. */
import { Duration, Stack, Validations } from 'aws-cdk-lib';
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
import type { Alias, IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { plansText, USAGE_PLANS } from '../../lib/usage/plans.ts';
import type { AccessLog } from './access-log.ts';
import type { Canary } from './canary.ts';
import { type Settings, sandboxEnvironment } from './context.ts';
import type { DeployedOperation } from './deployed-operation.ts';
import { EndpointFunction } from './endpoint-function.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { liveAlias } from './live-alias.ts';
import { bundleOf, createModules, type Endpoint } from './module-functions.ts';
import type { OperationLog } from './operation-log.ts';
import { removalOf } from './removal.ts';
import { refuseSiblingVariables } from './sibling-variables.ts';

interface PartnerApiProps {
  readonly settings: Settings;
  readonly table: TableV2;
  /** Of media. */
  readonly bucket: Bucket;
  /** Where the stage writes a line for each request, if anywhere. */
  readonly accessLog: AccessLog | undefined;
  /** Where the functions of operations write. */
  readonly log: OperationLog;
  /** The directory of each function's bundle by the name of its entry. */
  readonly bundles: Readonly<Record<string, string>>;
  readonly operations: readonly DeployedOperation[];
  /** How releases go live; at once where it is left out. */
  readonly canary: Canary | undefined;
}

/** The REST API with its one stage and its gateway responses; its functions stand in nested stacks, one for each module. */
export class PartnerApi extends RestApi {
  readonly authorizer: EndpointFunction;
  /** What is called of the authorizer. */
  readonly liveAuthorizer: Alias;
  /** The function of each operation by the operation's id. */
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  /** Where the nested stacks of functions stand. */
  readonly modules: Construct;

  constructor(
    scope: Construct,
    id: string,
    { settings, table, bucket, accessLog, log, bundles, operations, canary }: PartnerApiProps,
  ) {
    const { stage, retain, logRetention, throttle, executionLogs } = settings;
    super(scope, id, {
      restApiName: Stack.of(scope).stackName,
      endpointConfiguration: { types: [EndpointType.REGIONAL] },
      // The authorizer names the key that is metered; the secret that a partner sends is not an API Gateway key.
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      // What a function hands over in base64 is bytes for every client, whatever its Accept header says: a compressed
      // answer. The price is that bodies of requests come in base64 too (lib/http/body/text.ts).
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
      // Beside a domain of one's own it would be a way around what stands before that. It holds from the next deployment on:
      // the digest that names a deployment is of these settings too.
      ...(settings.domain && { disableExecuteApiEndpoint: true }),
    });
    if (executionLogs) this.keepExecutionLogs(settings);
    this.acknowledgeFindings(settings);
    // The stack names its outputs itself.
    this.node.tryRemoveChild('Endpoint');

    this.authorizer = new EndpointFunction(this, 'Authorizer', {
      description: 'Admits partners by their key',
      bundle: bundleOf(bundles, 'authorizer'),
      table,
      // It looks keys up, and nothing else.
      access: ['GetItem'],
      environment: {
        ...log.environment,
        ...sandboxEnvironment(settings),
        [USAGE_PLANS]: plansText(settings.usagePlans),
      },
      reservedConcurrency: settings.authorizerConcurrency,
      retain,
      logRetention,
    });
    this.liveAuthorizer = liveAlias(this.authorizer);
    refuseSiblingVariables(operations.map(({ path }) => path));
    this.modules = new Construct(scope, 'Functions');
    this.endpoints = createModules(this.modules, { settings, table, bucket, log, bundles, operations, canary });

    const authorizer = new RequestAuthorizer(this, 'KeyAuthorizer', {
      handler: this.liveAuthorizer as IFunction,
      identitySources: [IdentitySource.header('x-api-key')],
      // As long as a function keeps a key in memory: so long may a revoked key still pass.
      resultsCacheTtl: Duration.seconds(60),
    });
    for (const { id, method, path } of operations) {
      const endpoint = this.endpoints.get(id)!;
      // LambdaIntegration is this and a permission.
      const integration = new AwsIntegration({
        service: 'lambda',
        path: `2015-03-31/functions/${endpoint.live.functionArn}/invocations`,
        proxy: true,
        options: { credentialsRole: endpoint.invocation },
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
      removalPolicy: removalOf(retain),
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
    // Each of these is a choice of whoever deploys: context.ts.
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
