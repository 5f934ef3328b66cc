import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/**
 * A logger for the SDK's clients that drops everything: what the SDK logs of a call would contain partners' data.
 * Failures that matter are thrown, and the command reports them.
 *
 * It lacks `info` on purpose: if a logger has it, as the SDK's own does, the SDK walks and copies each input and
 * output, which takes as long as reading them.
 */
export const silentLogger = { debug() {}, warn() {}, error() {} } as unknown as NonNullable<
  DynamoDBClientConfig['logger']
>;
