/** A value of a wrong kind in any field of any body is refused, and never a fault: rules see a body before the schema has refused it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Service } from '../../cdk/tools/local/service.ts';
import { operations } from '../../lib/operations.ts';
import { send, startDemoService } from '../support/demo-service.ts';

let service: Service;
beforeAll(async () => {
  service = await startDemoService();
});
afterAll(() => service?.close());

const HOSTILE = { toString: 1, valueOf: 2 };
const ODD: readonly unknown[] = [{}, HOSTILE, 5, 'x', true, null, [[]], [{}], [HOSTILE], [5], [null]];

const fieldsOf = (request: unknown): readonly string[] =>
  Object.keys((request as { readonly properties?: object }).properties ?? {});

it.each(operations.filter(({ request }) => request))('$id', { timeout: 120_000 }, async (operation) => {
  const { body, parameters } = operation.cases.examples[0];
  const dry = { ...parameters, ...(operation.writes && { validateOnly: true }) };
  const faults: string[] = [];
  for (const name of fieldsOf(operation.request))
    await Promise.all(
      ODD.map(async (value) => {
        const sent = { body: { ...(body as object), [name]: value }, parameters: dry };
        const { status } = await send(service.url, operation, sent);
        if (status >= 500) faults.push(`${name}: ${JSON.stringify(value)}: ${status}`);
      }),
    );
  expect(faults).toEqual([]);
});
