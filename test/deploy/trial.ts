/** What the parts of `npm run test:deploy` are given, and how they say what they found. */
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { type DeployedStack, findStack } from '../../tools/admin/stack-outputs.ts';
import { clientSettings, type Engine } from './engine.ts';

export interface Trial {
  readonly engine: Engine;
  /** Where the functions lie bundled. */
  readonly bundles: string;
  /** A new folder. */
  folder(name: string): string;
  /** One thing that must hold, counted and printed. */
  expect(what: string, holds: boolean, found?: unknown): void;
  say(line: string): void;
}

export interface Part {
  readonly name: string;
  /** Whether it works on an engine; it gets one of its own. */
  readonly needsEngine: boolean;
  /** Why it can't be tried here; it says so and counts as skipped. */
  readonly missing?: () => string | undefined;
  run(trial: Trial): Promise<void>;
}

/** A stack of the engine by its name, if it is there. */
export const stackOf = async ({ engine }: Trial, name: string): Promise<DeployedStack | undefined> => {
  const client = new CloudFormationClient(clientSettings(engine));
  try {
    return await findStack(client, name);
  } finally {
    client.destroy();
  }
};

/** The end of what a command printed, for a failure. */
export const endOf = (text: string): string => text.trimEnd().split('\n').slice(-25).join('\n');
