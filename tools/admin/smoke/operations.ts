/** Checks every operation, with valid and invalid requests. */
import { randomUUID } from 'node:crypto';
import { compile } from '../../../cdk/build/validators.ts';
import type { Operation } from '../../../lib/contract/cases.ts';
import { successOf } from '../../../lib/contract/derived.ts';
import * as errors from '../../../lib/contract/error-rows.ts';
import { operations } from '../../../lib/operations.ts';
import { check, expectError, type Site, type SmokeCheck, skipped } from './check.ts';
import {
  givenValues,
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

/** Errors that every operation has. */
const withoutRight = ({ send }: Site, operation: Operation): SmokeCheck[] => {
  const { summary } = operation;
  const request = keylessRequest(operation);
  return [
    expectError(`${summary}: no key`, errors.keyMissing, () => send(request)),
    expectError(`${summary}: unknown key`, errors.keyInvalid, () => send(withKey(unknownKey, request))),
  ];
};

const withoutOwner = ({ send, key }: Site, operation: Operation, data: SmokeData): SmokeCheck => {
  const name = `${operation.summary}: an unknown number`;
  const related = givenValues(operation, data);
  if ('needs' in related) return skipped(name, needing(related.needs));
  const { request, error } = nobodysRequest(operation, related.own)!;
  return expectError(name, error, () => send(withKey(key, request)));
};

const wrongly = (site: Site, operation: Operation, data: SmokeData): SmokeCheck[] => {
  const { send, key } = site;
  const { summary } = operation;
  const request = nobodysRequest(operation)?.request;
  if (!request) return [];
  const ofOthers = withoutOwner(site, operation, data);
  if (!operation.request) return [ofOthers];
  return [
    ofOthers,
    expectError(`${summary}: broken JSON`, errors.invalidRequest, () => send(withKey(key, { ...request, body: '{' }))),
    expectError(`${summary}: a body of 1.5 MB`, errors.bodyTooLarge, () =>
      send(withKey(key, { ...request, body: JSON.stringify({ padding: 'x'.repeat(1_500_000) }) })),
    ),
  ];
};

/** A write that is repeated with its idempotency key is done once, and gets the same response. */
const twice = ({ send, key }: Site, operation: Operation, data: SmokeData): SmokeCheck[] => {
  // The stage's data must neither grow nor be removed.
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
