/** The whole service with the demo data, as `npm start` serves it, and requests as its OpenAPI document shows them. */
import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { Operation } from '../../lib/contract/cases.ts';
import { parametersOf } from '../../lib/contract/derived.ts';
import { demoKey } from '../../tools/local/demo.ts';
import { type Service, type ServiceOptions, startService } from '../../tools/local/service.ts';
import { putDemoData } from './demo-items.ts';
import { loadAll } from './load.ts';
import { endWithFile } from './made-tables.ts';
import { requestPage } from './request-page.ts';
import { noted } from './roles/record.ts';
import { createTestTable } from './store.ts';

/**
 * @param records - next to the demo data
 * @param options - of the service, next to its assembly and data. One that needs no function of events takes `requestsOnly`: it
 *   shares the engine of the run, and reads no stream
 */
export const startDemoService = async (
  records: readonly object[] = [],
  options: Pick<ServiceOptions, 'aside' | 'environment' | 'onDelivery' | 'requestsOnly'> = {},
): Promise<Service> =>
  startService({
    ...noted,
    assemblyDirectory: inject('assemblyDirectory'),
    // Other test files have the demo data too, on the same engine at the same time.
    tableName: options.requestsOnly ? (await createTestTable()).name : `demo-${randomUUID()}`,
    ...options,
    environment: { ...requestPage, ...options.environment },
    load: async (table) => {
      endWithFile(table);
      await putDemoData(table);
      await loadAll(table, records);
    },
  });

export interface SentRequest {
  /** In addition to the values of the operation's cases, or in place of them. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  /** The demo key unless it says another; `null` for none. */
  readonly key?: string | null | undefined;
  readonly pathSuffix?: string | undefined;
}

/** Sends a request of an operation, with the values that its cases have for the parameters. */
export const send = async (url: string, operation: Operation, request: SentRequest = {}): Promise<Response> => {
  const { body, key = await demoKey(), pathSuffix = '' } = request;
  const target = new URL(url);
  const headers = new Headers({
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...request.headers,
  });
  if (key !== null) headers.set('x-api-key', key);
  let path = operation.path;
  const values = { ...operation.cases.parameters, ...request.parameters };
  for (const parameter of parametersOf(operation)) {
    const value = values[parameter.name];
    if (value === undefined) continue;
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(String(value)));
    else if (parameter.in === 'query') target.searchParams.set(parameter.name, String(value));
    else headers.set(parameter.name, String(value));
  }
  target.pathname = path + pathSuffix;
  return fetch(target, {
    method: operation.method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
};
