/** Opens the table for commands: that of a deployed stage, or one on an engine of this machine. */
import { APIGatewayClient } from '@aws-sdk/client-api-gateway';
import { planOutput, sandboxOutput } from '../../cdk/stack/stack-names.ts';
import { isSandbox } from '../../lib/outside/sandbox.ts';
import type { MeteringKeys } from '../data/lines/line.ts';
import { AdminError } from '../io.ts';
import { type OpenTable, openTable } from '../open-table.ts';
import { operatorWriter } from '../operator.ts';
import { requireBound } from './bound-stage.ts';
import { localTableName, openLocalTarget, planNames } from './local-target.ts';
import { gatewayMeteringKeys } from './metering-keys.ts';
import { gatewayMetering, localMetering, type Metering } from './metering-view.ts';
import { type DeployedStack, describeStack, stackIfAny } from './stack-outputs.ts';

/** The options that every command has. */
export interface TargetOptions {
  readonly stage: string;
  /** A DynamoDB engine on this machine, instead of a deployed stage. */
  readonly endpoint?: string | undefined;
  /** A table other than the stage's own, for instance one that was restored. */
  readonly table?: string | undefined;
}

export interface Target {
  /** The name that an operator types to confirm: the stage's, or `local`. */
  readonly stage: string;
  /** For messages: `stage prod`, or the engine. */
  readonly place: string;
  readonly isLocal: boolean;
  /** Whether its keys are test keys (docs/sandbox.md). */
  readonly isSandbox: boolean;
  readonly table: OpenTable;
  /** The names of the usage plans that a key may have. */
  readonly plans: readonly string[];
  readonly meteringKeys: MeteringKeys;
  /** Checks and repairs of the metering keys. */
  readonly metering: Metering;
  /** The API's base URL, if a stack has it. */
  readonly url?: string | undefined;
  close(): void;
}

/** The id of each usage plan that is in both `cdk.json` and the stack, by the plan's name. */
export const deployedPlans = async ({ outputs }: DeployedStack): Promise<Map<string, string>> => {
  return new Map(
    (await planNames()).flatMap((plan) => {
      const id = outputs.get(planOutput(plan));
      return id ? [[plan, id] as const] : [];
    }),
  );
};

const openDeployed = async (stage: string, tableName: string | undefined): Promise<Target> => {
  await requireBound(stage);
  // A table named by an option may outlive its stack: its data can be exported before there is a new stack with plans.
  const stack = tableName ? await stackIfAny(stage) : await describeStack(stage);
  const name = tableName ?? stack.outputs.get('TableName');
  if (!name)
    throw new AdminError(
      `The stack ${stack.name} (${stack.status}) has no output for its table. Deploy it again: npx cdk deploy.`,
      'not found',
    );
  const planIds = await deployedPlans(stack);
  const table = openTable({ tableName: name, writer: operatorWriter({ isLocal: false }) });
  // API Gateway makes five keys a second at most: a load that needs many of them waits here.
  const gateway = new APIGatewayClient({ maxAttempts: 10 });
  return {
    stage,
    place: `stage ${stage}`,
    isLocal: false,
    isSandbox: stack.outputs.get(sandboxOutput) === 'true',
    table,
    plans: [...planIds.keys()],
    meteringKeys: gatewayMeteringKeys({ gateway, table, stackName: stack.name, planIds }),
    metering: gatewayMetering({ gateway, stackName: stack.name, stage, planIds }),
    url: stack.outputs.get('Url'),
    close() {
      table.client.destroy();
      gateway.destroy();
    },
  };
};

const openLocal = async (endpoint: string, tableName: string | undefined): Promise<Target> => {
  const target = await openLocalTarget(endpoint, tableName ?? localTableName);
  return {
    ...target,
    stage: 'local',
    metering: localMetering(target.table, target.plans),
    place: endpoint,
    isLocal: true,
    isSandbox: isSandbox(),
    close: () => target.table.client.destroy(),
  };
};

/** Opens the table that the options name. Close it when done, or the process waits for its connections. */
export const openTarget = ({ stage, endpoint, table }: TargetOptions): Promise<Target> =>
  endpoint ? openLocal(endpoint, table) : openDeployed(stage, table);
