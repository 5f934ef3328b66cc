/** The log lines of a request, with values of the usual length. Pure. */

/** The bytes that CloudWatch Logs adds to each event for billing. */
const LOG_EVENT_BYTES = 26;
export const UUID = '0a1b2c3d-0000-4000-8000-000000000000';
export const TRACE = 'Root=1-65a1b2c3-0123456789abcdef01234567;Parent=0123456789abcdef;Sampled=1';
export const TIME = '2026-01-02T03:04:05.678Z';

/** The lines that Lambda writes for each invocation at its default level, as its documentation shows them. */
export const systemLines = [
  { time: TIME, type: 'platform.start', record: { requestId: UUID, version: '$LATEST' } },
  {
    time: TIME,
    type: 'platform.report',
    record: {
      requestId: UUID,
      metrics: { durationMs: 12.345, billedDurationMs: 13, memorySizeMB: 512, maxMemoryUsedMB: 100 },
      tracing: { spanId: '0123456789abcdef', type: 'X-Amzn-Trace-Id', value: TRACE },
      status: 'success',
    },
  },
].map((line) => JSON.stringify(line));

export const bytesOf = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + Buffer.byteLength(line) + LOG_EVENT_BYTES, 0);

const usual: Readonly<Record<string, string>> = {
  requestTime: '02/Jan/2026:03:04:05 +0000',
  requestId: UUID,
  extendedRequestId: 'AbCdEfGhIjKlMnO=',
  xrayTraceId: TRACE.split(';')[0] ?? '',
  'identity.apiKeyId': 'a1b2c3d4e5',
  'authorizer.principalId': 'some-partner',
  httpMethod: 'POST',
  status: '200',
  responseLatency: '23',
  integrationLatency: '20',
  integrationStatus: '200',
};

/** A line of the access log, in the stage's format and with values of the usual length. */
export const accessLine = (format: string, path: string): string =>
  format.replace(/\$context\.([\w.]+)/g, (_, name: string) => (name === 'resourcePath' ? path : (usual[name] ?? '-')));
