/** What a deployed stack and its nested stacks consist of, from CloudFormation. */
import { type CloudFormationClient, paginateListStackResources } from '@aws-sdk/client-cloudformation';

const NESTED = 'AWS::CloudFormation::Stack';

/** The resources of a deployed stage, by type: their logical and physical ids. */
export type StackParts = ReadonlyMap<string, readonly (readonly [logicalId: string, physicalId: string])[]>;

const resourcesOf = async (
  client: CloudFormationClient,
  name: string,
): Promise<(readonly [string, string, string])[]> => {
  const found: (readonly [string, string, string])[] = [];
  for await (const { StackResourceSummaries = [] } of paginateListStackResources({ client }, { StackName: name }))
    for (const { ResourceType = '', LogicalResourceId = '', PhysicalResourceId = '' } of StackResourceSummaries)
      found.push([ResourceType, LogicalResourceId, PhysicalResourceId]);
  return found;
};

/** The resources that were deployed, also if someone has deleted them since. */
export const stackParts = async (client: CloudFormationClient, name: string): Promise<StackParts> => {
  const own = await resourcesOf(client, name);
  const nested = own.filter(([type]) => type === NESTED);
  const parts = [...own];
  // One after the other: CloudFormation throttles early.
  for (const [, , physicalId] of nested) parts.push(...(await resourcesOf(client, physicalId)));
  const byType = Map.groupBy(parts, ([type]) => type);
  return new Map([...byType].map(([type, all]) => [type, all.map(([, ...ids]) => ids)]));
};
