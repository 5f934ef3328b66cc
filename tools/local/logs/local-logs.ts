/** The logs of the local service: what a deployed stage would write, served like CloudWatch Logs. */
import { localGroups } from '../../log-groups.ts';
import { type Output, showErrors } from '../lambda.ts';
import type { ApiModel, Resource } from '../model.ts';
import { accessLine } from './access-line.ts';
import { createLogStore } from './log-store.ts';
import { startLogServer } from './server.ts';

export interface LocalLogs {
  /** The endpoint that replaces that of CloudWatch Logs. */
  readonly endpoint: string;
  /** Receives the functions' output. */
  readonly onOutput: Output;
  /** Receives the context of each request that was answered. */
  readonly onAnswered: (context: object) => void;
  close(): Promise<void>;
}

const authorizersOf = ({ methods, children }: Resource): string[] => [
  ...[...methods.values()].flatMap(({ authorizer }) => authorizer?.functionId ?? []),
  ...children.flatMap(authorizersOf),
];

/** @param onOutput - also receives the functions' output */
export const startLocalLogs = async (
  { root, stage }: Pick<ApiModel, 'root' | 'stage'>,
  { now = Date.now, onOutput = showErrors }: { now?: (() => number) | undefined; onOutput?: Output | undefined },
): Promise<LocalLogs> => {
  const authorizers = new Set(authorizersOf(root));
  const store = createLogStore((functionId) => authorizers.has(functionId), now);
  const server = await startLogServer(store);
  const { accessLogFormat } = stage;
  return {
    endpoint: server.endpoint,
    onOutput(output) {
      store.onOutput(output);
      onOutput(output);
    },
    onAnswered(context) {
      if (accessLogFormat) store.append(localGroups.access, accessLine(accessLogFormat, context));
    },
    close: server.close,
  };
};
