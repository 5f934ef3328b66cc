/** Every operation, right and wrong. */
import { randomUUID } from 'node:crypto';
import type { Operation } from '../../../../lib/contract/cases.ts';
import { successOf } from '../../../../lib/contract/derived.ts';
import * as errors from '../../../../lib/contract/error-rows.ts';
import { operations } from '../../../../lib/operations.ts';
import { compile } from '../../../build/validators.ts';
import { check, expectError, type Site, type SmokeCheck, skipped } from './check.ts';
import {
  besideNobody,
  keylessRequest,
  nobodysRequest,
  rightRequest,
  type SmokeData,
  unknownKey,
  withKey,
} from './samples.ts';

const needing = (needs: readonly string[]): string => `needs ${needs.map((option) => `--${option}`).join(' and ')}`;

const rightly = ({ send, key }: Site, operation: Operation, data: SmokeData): SmokeCheck => {
  const name = `${operation.summary}: right`;
  const right = rightRequest(operation, data);
  if ('needs' in right) return skipped(name, needing(right.needs));
  const validate = compile(operation.reply);
  return check(
    'hold',
    name,
    '200 and the documented reply',
    () => send(withKey(key, right.request)),
    (reply, body) => {
      if (reply.status !== 200) return false;
      return validate(body) || `the reply differs at ${validate.errors?.[0]?.instancePath || 'its top'}`;
    },
  );
};

/** What every operation refuses. */
const withoutRight = ({ send }: Site, operation: Operation): SmokeCheck[] => {
  const { summary } = operation;
  const request = keylessRequest(operation);
  return [
    expectError(`${summary}: no key`, errors.keyMissing, () => send(request)),
    expectError(`${summary}: unknown key`, errors.keyInvalid, () => send(withKey(unknownKey, request))),
  ];
};

const ofNobody = ({ send, key }: Site, operation: Operation, data: SmokeData): SmokeCheck => {
  const name = `${operation.summary}: a number of nobody`;
  const beside = besideNobody(operation, data);
  if ('needs' in beside) return skipped(name, needing(beside.needs));
  const { request, error } = nobodysRequest(operation, beside.own)!;
  return expectError(name, error, () => send(withKey(key, request)));
};

const wrongly = (site: Site, operation: Operation, data: SmokeData): SmokeCheck[] => {
  const { send, key } = site;
  const { summary } = operation;
  const request = nobodysRequest(operation)?.request;
  if (!request) return [];
  const ofOthers = ofNobody(site, operation, data);
  if (!operation.request) return [ofOthers];
  return [
    ofOthers,
    expectError(`${summary}: broken JSON`, errors.invalidRequest, () => send(withKey(key, { ...request, body: '{' }))),
    expectError(`${summary}: a body of 1.5 MB`, errors.bodyTooLarge, () =>
      send(withKey(key, { ...request, body: JSON.stringify({ padding: 'x'.repeat(1_500_000) }) })),
    ),
  ];
};

/** A write that is repeated under its key is done once, and answered alike. */
const twice = ({ send, key }: Site, operation: Operation, data: SmokeData): SmokeCheck[] => {
  // What a stage has is not to grow, nor to go.
  if (!operation.writes || operation.lasting) return [];
  const name = `${operation.summary}: the same again under one Idempotency-Key`;
  const right = rightRequest(operation, data);
  if (!data.write || 'needs' in right)
    return [skipped(name, 'needs' in right ? needing([...right.needs, 'write']) : needing(['write']))];
  const { request } = right;
  const headers = { ...request.headers, 'Idempotency-Key': `smoke-${randomUUID()}` };
  return [
    {
      kind: 'hold',
      name,
      expected: '200, and the same answer',
      async run() {
        const [one, two] = [
          await send(withKey(key, { ...request, headers })),
          await send(withKey(key, { ...request, headers })),
        ];
        return {
          ok: one.status === successOf(operation) && two.text === one.text,
          result: `${one.status}, then ${two.status}`,
        };
      },
    },
  ];
};

export const operationChecks = (site: Site, data: SmokeData, tried = operations): SmokeCheck[] =>
  tried.flatMap((operation) => [
    rightly(site, operation, data),
    ...wrongly(site, operation, data),
    ...withoutRight(site, operation),
    ...twice(site, operation, data),
  ]);
