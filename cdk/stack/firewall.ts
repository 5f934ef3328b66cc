/** The firewall in front of the stage, made where the context enables it. */
import { ArnFormat, Aws, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { invalid } from '../../lib/contract/errors.ts';
import type { FirewallSettings } from './context.ts';

/**
 * Rules of the managed group that match valid requests, and therefore only count. A body is up to 1 MiB of a partner's
 * own text, which may contain markup and addresses of websites, lists in a query are up to 4,000 characters, and a
 * partner's server may send no User-Agent.
 */
const countedRules = [
  'SizeRestrictions_BODY',
  'SizeRestrictions_QUERYSTRING',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
  'NoUserAgent_HEADER',
];

/**
 * The group's other rules. They are listed so that a refusal has our body: what the group blocks by itself is
 * WAF_FILTERED, our 429.
 */
const refusingRules = [
  'UserAgent_BadBots_HEADER',
  'SizeRestrictions_Cookie_HEADER',
  'SizeRestrictions_URIPATH',
  'EC2MetaDataSSRF_COOKIE',
  'EC2MetaDataSSRF_URIPATH',
  'EC2MetaDataSSRF_QUERYARGUMENTS',
  'GenericLFI_URIPATH',
  'GenericLFI_QUERYARGUMENTS',
  'GenericRFI_URIPATH',
  'GenericRFI_QUERYARGUMENTS',
  'RestrictedExtensions_URIPATH',
  'RestrictedExtensions_QUERYARGUMENTS',
  'CrossSiteScripting_COOKIE',
  'CrossSiteScripting_QUERYARGUMENTS',
  'CrossSiteScripting_URIPATH',
];

const refusedBody = 'refused';
const { status, code, message } = invalid('request', 'could not be processed');

const counted = countedRules.map((name) => ({ name, actionToUse: { count: {} } }));
const refused = refusingRules.map((name) => ({
  name,
  actionToUse: { block: { customResponse: { responseCode: status, customResponseBodyKey: refusedBody } } },
}));

interface FirewallProps extends FirewallSettings {
  readonly stage: Stage;
  readonly logRetention: RetentionDays;
}

/** Headers that hold secrets: our own, and those that clients may send by mistake. */
const SECRET_HEADERS = ['x-api-key', 'authorization', 'proxy-authorization', 'cookie'];

/** A web ACL, its association with the stage, and the log of what it blocks or counts: four resources. */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, props: FirewallProps) {
    super(scope, id);
    const { stage, managedRules, requestsPerMinute } = props;
    const { stackName } = Stack.of(this);
    const visibility = (name: string): CfnWebACL.VisibilityConfigProperty => ({
      metricName: `${stackName}-${name}`,
      cloudWatchMetricsEnabled: true,
      // Samples include all headers of a request, and so the partner's key.
      sampledRequestsEnabled: false,
    });
    const acl = new CfnWebACL(this, 'WebAcl', {
      scope: 'REGIONAL',
      description: `Before the API of ${stackName}`,
      defaultAction: { allow: {} },
      visibilityConfig: visibility('all'),
      customResponseBodies: {
        [refusedBody]: { contentType: 'APPLICATION_JSON', content: JSON.stringify({ code, message }) },
      },
      rules: [
        {
          // Limits floods of guessed keys, which the authorizer's cache cannot stop. API Gateway answers a blocked
          // request with WAF_FILTERED: cdk/stack/gateway-responses.ts.
          name: 'rate',
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: { aggregateKeyType: 'IP', limit: requestsPerMinute, evaluationWindowSec: 60 },
          },
          visibilityConfig: visibility('rate'),
        },
        {
          name: 'common',
          priority: 1,
          overrideAction: managedRules === 'count' ? { count: {} } : { none: {} },
          statement: {
            managedRuleGroupStatement: {
              vendorName: 'AWS',
              name: 'AWSManagedRulesCommonRuleSet',
              ruleActionOverrides: managedRules === 'count' ? counted : [...counted, ...refused],
            },
          },
          visibilityConfig: visibility('common'),
        },
      ],
    });
    new CfnWebACLAssociation(this, 'Association', { webAclArn: acl.attrArn, resourceArn: stage.stageArn });
    this.keepLog(acl, props);
  }

  /**
   * Logs blocked and counted requests only. Requests that match no rule are in the access log already and would cost a
   * second time here.
   */
  private keepLog(acl: CfnWebACL, { logRetention }: FirewallProps): void {
    const stack = Stack.of(this);
    const group = new LogGroup(this, 'Log', {
      // WAF only writes to groups with this prefix.
      logGroupName: `aws-waf-logs-${stack.stackName}-${Fn.select(2, Fn.split('/', Aws.STACK_ID))}`,
      retention: logRetention,
      // Kept, it would be in the way of the next group of this name: when the firewall is switched off and on again.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: acl.attrArn,
      // Without the `:*` at the end of the group's own ARN.
      logDestinationConfigs: [
        stack.formatArn({
          service: 'logs',
          resource: 'log-group',
          resourceName: group.logGroupName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ],
      // As in the access log: no secrets, no path as sent, and no query, which may contain contacts' addresses.
      redactedFields: [
        ...SECRET_HEADERS.map((name) => ({ singleHeader: { Name: name } })),
        { uriPath: {} },
        { queryString: {} },
      ],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: ['BLOCK', 'COUNT', 'EXCLUDED_AS_COUNT'].map((Action) => ({ ActionCondition: { Action } })),
          },
        ],
      },
    });
  }
}
