/** A local server of FilterLogEvents, the one call of CloudWatch Logs that commands search lines with. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenLocally } from '../listen.ts';
import { bodyOf } from '../small-body.ts';
import type { LogStore } from './log-store.ts';

export interface LogServer {
  /** The endpoint that replaces that of CloudWatch Logs. */
  readonly endpoint: string;
  close(): Promise<void>;
}

const TARGET = 'Logs_20140328.FilterLogEvents';
const MOST_BYTES = 65_536;

interface Asked {
  readonly logGroupName?: string;
  readonly filterPattern?: string;
  readonly startTime?: number;
}

const answerTo = async (
  request: IncomingMessage,
  store: LogStore,
): Promise<readonly [status: number, body: object]> => {
  if (request.headers['x-amz-target'] !== TARGET)
    return [400, { __type: 'UnknownOperationException', message: 'Only FilterLogEvents is answered here' }];
  const { logGroupName = '', filterPattern = '', startTime = 0 }: Asked = JSON.parse(await bodyOf(request, MOST_BYTES));
  const found = store.find(logGroupName, filterPattern);
  if (!found) return [400, { __type: 'ResourceNotFoundException', message: 'The specified log group does not exist.' }];
  const events = found
    .filter(({ timestamp }) => timestamp >= startTime)
    .map(({ timestamp, message }, index) => ({ timestamp, message, eventId: String(index), logStreamName: 'local' }));
  return [200, { events, searchedLogStreams: [] }];
};

/** Serves the lines on loopback only. */
export const startLogServer = async (store: LogStore): Promise<LogServer> => {
  const serve = (request: IncomingMessage, response: ServerResponse): void => {
    const send = ([status, body]: readonly [number, object]) =>
      void response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    answerTo(request, store).then(send, (error: Error) =>
      send([400, { __type: 'InvalidParameterException', message: error.message }]),
    );
  };
  const listening = await listenLocally(serve, { port: 0, host: '127.0.0.1' });
  return { endpoint: `http://127.0.0.1:${listening.port}`, close: () => listening.close(0) };
};
