/** The AWS clients of `preflight`. */
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { IAMClient } from '@aws-sdk/client-iam';
import { LambdaClient } from '@aws-sdk/client-lambda';

export interface Clients {
  readonly stacks: CloudFormationClient;
  readonly gateway: APIGatewayClient;
  readonly tables: DynamoDBClient;
  readonly functions: LambdaClient;
  readonly roles: IAMClient;
}

/** Clients with the environment's credentials and Region. Destroy them when done. */
export const openClients = (): Clients => ({
  stacks: new CloudFormationClient({}),
  gateway: new APIGatewayClient({}),
  tables: new DynamoDBClient({}),
  functions: new LambdaClient({}),
  roles: new IAMClient({}),
});
