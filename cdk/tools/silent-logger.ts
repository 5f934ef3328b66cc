import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/**
 * A logger for the SDK's clients that takes nothing: what the SDK logs of a call would hold partners' data. The failures that
 * matter are thrown, and reported by the command.
 *
 * It lacks `info` on purpose: for one that has it, as the SDK's own has, each input and output is walked and copied, which
 * takes as long as reading them.
 */
export const silentLogger = { debug() {}, warn() {}, error() {} } as unknown as NonNullable<
  DynamoDBClientConfig['logger']
>;
