/** As much of CloudFormation, STS and IAM as the operator's commands call: what they ask in forms, and are answered in XML. */
import { Fault } from './fake-gateway.ts';

export interface FakeStack {
  status: string;
  outputs: Record<string, string>;
  isProtected?: boolean;
  /** What it consists of, by type. */
  resources?: readonly (readonly [type: string, logicalId: string, physicalId: string])[];
}

/** A stack that was deleted, and what of it was kept, by type. */
export interface DeletedStack {
  readonly name: string;
  readonly kept: readonly (readonly [type: string, id: string])[];
}

export interface IamRoles {
  used: number;
  quota: number;
}

const reply = (call: string, namespace: string, body: string) =>
  `<${call}Response xmlns="${namespace}"><${call}Result>${body}</${call}Result></${call}Response>`;
const STACKS = 'http://cloudformation.amazonaws.com/doc/2010-05-15/';

const described = (name: string, { status, outputs, isProtected = false }: FakeStack): string => {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  return `<Stacks><member><StackName>${name}</StackName><StackStatus>${status}</StackStatus><EnableTerminationProtection>${isProtected}</EnableTerminationProtection><CreationTime>2026-01-01T00:00:00Z</CreationTime><Outputs>${members.join('')}</Outputs></member></Stacks>`;
};

/** Answers calls by their names and forms. */
export const fakeStacks = ({
  stacks,
  deleted,
  roles,
  subscribers,
}: {
  readonly stacks: ReadonlyMap<string, FakeStack>;
  readonly deleted: readonly DeletedStack[];
  readonly roles: IamRoles;
  /** The ARNs of subscriptions, by topic. */
  readonly subscribers: ReadonlyMap<string, readonly string[]>;
}) => {
  const stackOf = (name: string): FakeStack => {
    const stack = stacks.get(name);
    if (!stack) throw new Fault(400, 'ValidationError', `Stack with id ${name} does not exist`);
    return stack;
  };

  return (call: string, form: URLSearchParams): string => {
    const name = form.get('StackName') ?? '';
    switch (call) {
      case 'GetCallerIdentity':
        return reply(
          call,
          'https://sts.amazonaws.com/doc/2011-06-15/',
          '<Arn>arn:aws:iam::123456789012:user/operator</Arn><UserId>U</UserId><Account>123456789012</Account>',
        );
      case 'GetAccountSummary':
        return reply(
          call,
          'https://iam.amazonaws.com/doc/2010-05-08/',
          `<SummaryMap><entry><key>Roles</key><value>${roles.used}</value></entry><entry><key>RolesQuota</key><value>${roles.quota}</value></entry></SummaryMap>`,
        );
      case 'DescribeStacks':
        return reply(call, STACKS, described(name, stackOf(name)));
      case 'UpdateTerminationProtection':
        stackOf(name).isProtected = form.get('EnableTerminationProtection') === 'true';
        return reply(call, STACKS, `<StackId>${name}</StackId>`);
      case 'ListStacks': {
        const members = deleted.map(
          (each, index) =>
            `<member><StackId>deleted-${index}</StackId><StackName>${each.name}</StackName><StackStatus>DELETE_COMPLETE</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime></member>`,
        );
        return reply(call, STACKS, `<StackSummaries>${members.join('')}</StackSummaries>`);
      }
      case 'ListStackResources': {
        const kept = deleted[Number(name.replace('deleted-', ''))]?.kept.map(
          ([type, id]) => [type, 'X', id, 'DELETE_SKIPPED'] as const,
        );
        const own = () => stackOf(name).resources?.map((each) => [...each, 'UPDATE_COMPLETE'] as const);
        const members = (kept ?? own() ?? []).map(
          ([type, logicalId, id, status]) =>
            `<member><LogicalResourceId>${logicalId}</LogicalResourceId><PhysicalResourceId>${id}</PhysicalResourceId><ResourceType>${type}</ResourceType><ResourceStatus>${status}</ResourceStatus><LastUpdatedTimestamp>2026-01-01T00:00:00Z</LastUpdatedTimestamp></member>`,
        );
        return reply(call, STACKS, `<StackResourceSummaries>${members.join('')}</StackResourceSummaries>`);
      }
      case 'ListSubscriptionsByTopic': {
        const members = (subscribers.get(form.get('TopicArn') ?? '') ?? []).map(
          (arn) => `<member><SubscriptionArn>${arn}</SubscriptionArn><Protocol>email</Protocol></member>`,
        );
        return reply(
          call,
          'http://sns.amazonaws.com/doc/2010-03-31/',
          `<Subscriptions>${members.join('')}</Subscriptions>`,
        );
      }
      default:
        throw new Fault(400, 'InvalidAction', call);
    }
  };
};
