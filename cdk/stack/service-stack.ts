/** The stack: connects the constructs and sets the outputs. It defines no resource itself. */
import { CfnOutput, type IStackSynthesizer, Stack, Tags } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { allOperations, operations as everyStages } from '../../lib/operations.ts';
import { AccessLog } from './access-log.ts';
import { AlarmTopic } from './alarm-topic.ts';
import { Alarms } from './alarms.ts';
import { AssetBucket } from './asset-bucket.ts';
import { Backups } from './backups.ts';
import { countBlankKeys } from './blank-keys.ts';
import { BulkFunctions } from './bulk-functions.ts';
import { Canary } from './canary.ts';
import type { Settings } from './context.ts';
import { ServiceDashboard } from './dashboard.ts';
import type { DeployedOperation } from './deployed-operation.ts';
import { Domain } from './domain.ts';
import { EventFunctions } from './event-functions.ts';
import { Firewall } from './firewall.ts';
import { JobFunctions } from './job-functions.ts';
import { MediaBucket } from './media-bucket.ts';
import { MediaFunctions } from './media-functions.ts';
import { measure } from './metrics.ts';
import { OperationLog } from './operation-log.ts';
import { QuotaWatch } from './quota-watch.ts';
import { PartnerApi } from './rest-api.ts';
import { SavedQueries } from './saved-queries.ts';
import { planOutput, sandboxOutput, stackName } from './stack-names.ts';
import { ServiceTable } from './table.ts';
import { TracedCalls } from './traced-calls.ts';
import { UsagePlans } from './usage-plans.ts';

interface ServiceStackProps {
  readonly settings: Settings;
  /** The directory of each function's bundle by the name of its entry. */
  readonly bundles: Readonly<Record<string, string>>;
  /** The operations that the API offers; by default the table of operations. */
  readonly operations?: readonly DeployedOperation[] | undefined;
  /** The directory of the layer that traces calls, if they are traced. */
  readonly traces?: string | undefined;
}

/** The operations of a stage: a sandbox has additional ones. */
const offered = ({ isSandbox }: Settings) => (isSandbox ? allOperations : everyStages);

/** All resources of one stage of the API. It is bound to an account and a Region only if the context says so. */
export class ServiceStack extends Stack {
  constructor(scope: Construct, { settings, bundles, operations = offered(settings), traces }: ServiceStackProps) {
    const { stage, place, retain, isProtected, logRetention, firewall, domain } = settings;
    super(scope, stackName(stage), {
      description: `Partner Listing API, stage ${stage}`,
      // The CLI then refuses to deploy it anywhere else, also from an assembly that was synthesized before.
      ...(place && { env: place }),
      synthesizer: new AssetBucket() as IStackSynthesizer,
      // Off for the first deploy: a stack whose first deploy failed could not be removed.
      terminationProtection: isProtected,
    });
    // Dashboards have supported tags for a short time only, and not every Region or template tool knows about it.
    const untagged = { excludeResourceTypes: ['AWS::CloudWatch::Dashboard'] };
    Tags.of(this).add('service', 'partner-listing-api', untagged);
    Tags.of(this).add('stage', stage, untagged);

    const table = new ServiceTable(this, 'Table', { retain, isProtected, limits: settings.table });
    if (settings.backups) new Backups(this, 'Backups', { table, retain, ...settings.backups });
    const bucket = new MediaBucket(this, 'Media', { retain });
    const accessLog = settings.accessLogs
      ? new AccessLog(this, 'AccessLog', { retain, retention: logRetention })
      : undefined;
    const log = new OperationLog(this, 'OperationLog', { retain, retention: logRetention });
    const names = { apiName: stackName(stage), stage, functionPrefix: stackName('prod') };
    const canary = settings.canary && new Canary(this, 'Canary', { ...settings.canary, ...names });
    const api = new PartnerApi(this, 'Api', { settings, table, bucket, accessLog, log, bundles, operations, canary });
    const media = new MediaFunctions(api.modules, { settings, table, bucket, bundles });
    const bulk = new BulkFunctions(api.modules, { settings, table, bucket, bundles });
    const jobs = new JobFunctions(api.modules, { settings, table, bucket, bundles });
    const queues = { mediaQueue: media.queue, bulkQueue: bulk.queue, jobQueue: jobs.queue };
    const events = new EventFunctions(api.modules, { settings, table, ...queues, bundles });
    const plans = new UsagePlans(this, 'UsagePlans', { api, plans: settings.usagePlans });
    for (const { id, usage } of operations) if (usage) plans.allowUsage(api.endpoints.get(id)!.function.role!.roleName);
    if (firewall) new Firewall(this, 'Firewall', { stage: api.deploymentStage, ...firewall, logRetention });
    const ownDomain = domain && new Domain(this, 'Domain', { api, ...domain });

    const quotas = new QuotaWatch(this, 'Quotas', { settings, table, planIds: plans.planIds, bundles });
    const logs = {
      access: accessLog?.logGroup,
      operations: log.logGroup,
      authorizer: api.authorizer.logGroup,
      quotas: quotas.logGroup,
    };
    const blankKeys = countBlankKeys(this, logs.authorizer);
    canary?.shiftAuthorizer(api.authorizer, api.liveAuthorizer, blankKeys);
    const metrics = measure({ api, table, events, media, bulk, jobs, accessLog, blankKeys, quotas, isProtected });
    const page = new AlarmTopic(this, 'AlarmTopic', { emails: settings.alarmEmails });
    const ticket = new AlarmTopic(this, 'TicketTopic', { emails: settings.ticketEmails, key: page.key });
    const alarms = new Alarms(this, 'Alarms', { metrics, topics: { page, ticket } });
    const dashboard = new ServiceDashboard(this, 'Dashboard', { api, metrics, alarms: alarms.all, logs });
    new SavedQueries(this, 'Queries', logs);
    if (traces) new TracedCalls(this, 'TracedCalls', { bundle: traces });

    const output = (name: string, value: string, description: string) =>
      new CfnOutput(this, name, { value, description });
    output('Url', ownDomain?.url ?? api.url, 'The base URL of the API');
    if (ownDomain && !domain?.hostedZone)
      output('DomainTarget', ownDomain.target, `What the record of ${domain?.domainName} must point at`);
    output('TableName', table.tableName, 'The table, for import and admin commands');
    for (const [plan, planId] of plans.planIds) output(planOutput(plan), planId, `The id of the usage plan ${plan}`);
    output('AlarmTopicArn', page.topicArn, 'The topic of alarms that page: subscribe whoever gets up for them');
    output('TicketTopicArn', ticket.topicArn, 'The topic of alarms that can wait: subscribe whoever opens tickets');
    output('DashboardUrl', dashboard.url, 'The dashboard, in the console');
    if (accessLog) output('AccessLogGroup', accessLog.logGroup.logGroupName, 'A line for each request');
    output('OperationLogGroup', log.logGroup.logGroupName, 'What the functions of operations write');
    output('AuthorizerLogGroup', logs.authorizer.logGroupName, 'What the authorizer writes');
    if (settings.isSandbox) output(sandboxOutput, 'true', 'Partners try things out here: its keys are test keys');
    output('NextCommand', nextCommand(settings), 'What to type next: it makes a key for a partner');
  }
}

const nextCommand = ({ stage, usagePlans }: Settings): string => {
  const plans = Object.keys(usagePlans);
  const plan = plans.includes('standard') ? 'standard' : plans[0];
  return `npm run admin -- keys issue --stage ${stage} --partner <id> --plan ${plan}`;
};
