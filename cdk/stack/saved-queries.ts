/** Saved queries for CloudWatch Logs Insights that operators often need (docs/watching.md). */
import { Stack } from 'aws-cdk-lib';
import { CfnQueryDefinition, type LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';

export interface QueriedLogs {
  /** Absent where the stage has no access log. */
  readonly access?: LogGroup | undefined;
  readonly operations: LogGroup;
  readonly authorizer: LogGroup;
  /** The log group of the quota watch. */
  readonly quotas: LogGroup;
}

interface SavedQuery {
  readonly logs: readonly LogGroup[];
  readonly text: string;
}

const lines = (...parts: readonly string[]): string => parts.join('\n| ');

/**
 * Why the requests of each partner failed: by functions (with code and field) and by the gateway (with its response
 * type).
 */
export const failuresByPartner = lines(
  'fields coalesce(message.partner, partner) as who, coalesce(message.operation, resource) as what, coalesce(message.code, errorType) as why, coalesce(message.field, reason) as place',
  "filter ispresent(message.code) or errorType != '-'",
  'stats count(*) as requests by who, what, why, place',
  'sort requests desc',
  'limit 100',
);

const queriesOf = ({ access, operations, authorizer, quotas }: QueriedLogs): Record<string, SavedQuery> => ({
  'Who fails, and on what': { logs: [operations, ...(access ? [access] : [])], text: failuresByPartner },
  'Why did this request fail': {
    logs: [...(access ? [access] : []), operations, authorizer],
    text: lines(
      'fields @timestamp, @message',
      "filter requestId = 'REQUEST' or message.requestId = 'REQUEST'",
      'sort @timestamp asc',
    ),
  },
  'Whose quota is close': {
    logs: [quotas],
    text: lines(
      'filter ispresent(message.quotaUsed)',
      'stats latest(message.quotaUsed) as percent by message.partner as partner, message.plan as plan',
      'sort percent desc',
    ),
  },
  ...(access && {
    'What did this key do': {
      logs: [access],
      text: lines(
        "filter keyId = 'KEY'",
        'stats count(*) as requests, min(@timestamp) as first, max(@timestamp) as last by method, resource, status, errorType, reason',
        'sort requests desc',
        'limit 1000',
      ),
    },
  }),
});

/** The queries have the stack's name as a prefix, so that each stage has its own. */
export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, logs: QueriedLogs) {
    super(scope, id);
    for (const [name, { logs: groups, text }] of Object.entries(queriesOf(logs)))
      new CfnQueryDefinition(this, name.replace(/\W/g, ''), {
        name: `${Stack.of(this).stackName}/${name}`,
        logGroupNames: groups.map(({ logGroupName }) => logGroupName),
        queryString: text,
      });
  }
}
