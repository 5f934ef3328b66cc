/**
 * The API, with the settings that all routes share. The routes themselves are in nested stacks, with the functions that
 * they call.
 */
import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  ApiKeySourceType,
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
import type { Settings } from './context.ts';
import type { DeployedOperation } from './deployed-operation.ts';
import { EndpointFunction } from './endpoint-function.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { liveAlias } from './live-alias.ts';
import { bundleOf, createModules } from './module-functions.ts';
import { addSharedPath, unguardedMethods } from './module-routes.ts';
import type { OperationLog } from './operation-log.ts';
import { refuseMisplacedPaths } from './shared-paths.ts';
import { refuseSiblingVariables } from './sibling-variables.ts';
import { sandboxEnvironment } from './stage-environment.ts';

interface PartnerApiProps {
  readonly settings: Settings;
  readonly table: TableV2;
  /** The bucket of media. */
  readonly bucket: Bucket;
  /** The log with a line for each request, if there is one. */
  readonly accessLog: AccessLog | undefined;
  /** The log group of the operations' functions. */
  readonly log: OperationLog;
  /** The directory of each function's bundle by the name of its entry. */
  readonly bundles: Readonly<Record<string, string>>;
  readonly operations: readonly DeployedOperation[];
  /** How releases go live; at once by default. */
  readonly canary: Canary | undefined;
}

/**
 * The REST API with its one stage, deployment and authorizer, its gateway responses, and the path segments that modules
 * share. All that belongs to one module is in the module's nested stack; the deployment depends on all of those.
 */
export class PartnerApi extends RestApi {
  readonly authorizer: EndpointFunction;
  /** The alias of the authorizer that API Gateway calls. */
  readonly liveAuthorizer: Alias;
  /** The function of each operation by the operation's id. */
  readonly endpoints: ReadonlyMap<string, EndpointFunction>;
  /** The parent of the nested stacks of functions and their routes. */
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
      // The authorizer returns the metering key; the secret that a partner sends is not an API Gateway key.
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      // API Gateway decodes a function's base64 response for every client, whatever its Accept header says; compressed
      // responses need that. The price is that request bodies come in base64 too (lib/http/body/text.ts).
      binaryMediaTypes: ['*/*'],
      deployOptions: {
        stageName: stage,
        ...accessLog?.stageOptions,
        // Metrics for each method, not only for the stage.
        metricsEnabled: true,
        tracingEnabled: true,
        loggingLevel: executionLogs ? MethodLoggingLevel.ERROR : MethodLoggingLevel.OFF,
        // It would log complete requests, including the partner's key.
        dataTraceEnabled: false,
        // The limit for all partners together: it protects the functions and the table.
        throttlingRateLimit: throttle.rateLimit,
        throttlingBurstLimit: throttle.burstLimit,
      },
      // Logging needs a role that is set once for an account and Region: a stack that sets it breaks the others.
      cloudWatchRole: false,
      // With a custom domain the default endpoint would bypass what is in front of that domain. The setting takes
      // effect with the next deployment: the digest that names a deployment includes it.
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
      // It only looks keys up.
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
    const authorizer = new RequestAuthorizer(this, 'KeyAuthorizer', {
      handler: this.liveAuthorizer as IFunction,
      identitySources: [IdentitySource.header('x-api-key')],
      // As long as a function caches a key. A revoked key may still pass for that time.
      resultsCacheTtl: Duration.seconds(60),
    });
    const front = { api: this, authorizer };
    refuseSiblingVariables(operations.map(({ path }) => path));
    refuseMisplacedPaths(operations);
    for (const { path } of operations) addSharedPath(front, path);
    this.modules = new Construct(scope, 'Functions');
    Validations.of(this.modules).acknowledge({
      id: 'AwsSolutions-COG4',
      reason: 'Partners are machines with keys that our own authorizer checks; there are no users to sign in.',
    });
    this.endpoints = createModules(this.modules, { settings, table, bucket, log, bundles, operations, front, canary });
    const stack = Stack.of(this);
    stack.node.addValidation({ validate: () => unguardedMethods(stack, front) });
    addGatewayResponses(this);
  }

  /** Makes the execution log group with a retention: API Gateway would make it without one. */
  private keepExecutionLogs({ stage, logRetention }: Settings): void {
    const group = new LogGroup(this, 'ExecutionLogs', {
      logGroupName: `API-Gateway-Execution-Logs_${this.restApiId}/${stage}`,
      retention: logRetention,
      // Kept, it would be in the way of the next group of this name: when the logs are switched off and on again.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // It must exist before the stage, which would make the group.
    this.deploymentStage.node.addDependency(group);
  }

  private acknowledgeFindings({ accessLogs, executionLogs, firewall }: Settings): void {
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-APIG2',
      reason: "Functions check requests against the same schemas. The gateway's check would answer without our codes.",
    });
    // The person who deploys can choose each of these: context.ts.
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
