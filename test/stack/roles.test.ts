/** The roles of the functions, as the template has them. What each needs is seen where it runs: `test/support/roles`. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations, sandboxOperations } from '../../lib/operations.ts';
import { LEADING_KEYS } from '../../tools/local/iam/authority.ts';
import { functionIdOf, nameOf } from '../../tools/local/iam/roles.ts';
import { decide } from '../../tools/local/iam/statement.ts';
import { roles } from '../support/roles/record.ts';

const all = () => Object.entries(roles().functions);
const [tableId = ''] = Object.keys(roles().tables);
const table = `arn:aws:dynamodb:us-east-1:000000000000:table/${tableId}`;

it('every function has one', () => {
  const ofSandboxes = new Set(sandboxOperations.map(({ entry }) => entry));
  const entries = globSync('functions/**/*.ts').map((file) => file.replace(/.*\/|\.ts$/g, ''));
  const ids = entries.filter((each) => !ofSandboxes.has(each)).map((entry) => functionIdOf(roles(), entry));
  expect(ids.toSorted()).toEqual(Object.keys(roles().functions).toSorted());
});

// A Deny by leading keys stops no scan, which has none.
it('no function may scan the table, or an index, and none does', () => {
  const places = [
    table,
    ...Object.values(roles().tables).flatMap(({ indexes }) =>
      Object.keys(indexes).map((name) => `${table}/index/${name}`),
    ),
  ];
  expect(places).toHaveLength(3);
  const scanning = all().flatMap(([id, { statements }]) =>
    places
      .filter((resource) => decide(statements, { action: 'dynamodb:Scan', resource, context: {} }).isAllowed)
      .map((resource) => `${id} ${resource}`),
  );
  expect(scanning).toEqual([]);
  const calling = globSync(['functions/**/*.ts', 'lib/**/*.ts']).filter((file) =>
    /\(\s*'Scan'/.test(readFileSync(file, 'utf8')),
  );
  expect(calling).toEqual([]);
});

it('no role names an action or a resource by a pattern, but for the objects of the bucket, keys of the API, and what knows no resource', () => {
  const wide = all().flatMap(([id, { statements }]) =>
    statements
      .filter(({ effect }) => effect === 'Allow')
      .flatMap(({ actions = ['*'], resources = ['*'] }) => [
        ...actions.filter((each) => /[*?]/.test(each)),
        ...resources
          .filter((each) => /[*?]/.test(each))
          .flatMap((each) => actions.map((action) => `${action} on ${each}`)),
      ])
      .map((each) => `${nameOf(id)} ${each}`),
  );
  const known =
    / (?:xray:put\w+ on \*|dynamodb:liststreams on \*|s3:\w+ on arn:aws:s3:::\w+\/(?:bulk|business|social)\/\*|apigateway:get on arn:aws:apigateway:us-east-1::\/apikeys\/\*)$/;
  expect(wide.filter((each) => !known.test(each))).toEqual([]);
});

it('Lambda may poll what is mapped to each function, and send on what was given up', () => {
  const missing = all().flatMap(([id, { statements, lambda }]) =>
    lambda
      .filter((right) => !decide(statements, { ...right, context: {} }).isAllowed)
      .map((right) => `${id} ${right.action} on ${right.resource}`),
  );
  expect(missing).toEqual([]);
  expect(
    all()
      .filter(([, { lambda }]) => lambda.length > 0)
      .map(([id]) => nameOf(id)),
  ).toHaveLength(6);
});

describe('Keys that are kept from functions', () => {
  const update = (key: string) => ({
    action: 'dynamodb:UpdateItem',
    resource: table,
    context: { [LEADING_KEYS]: [key] },
  });
  const read = (key: string) => ({ ...update(key), action: 'dynamodb:GetItem' });
  const isDenied = (id: string, need: ReturnType<typeof update>) => {
    const decision = decide(roles().functions[id]!.statements, need);
    return !decision.isAllowed && decision.isDenied;
  };
  /** The functions that no Deny keeps from what a need is about. */
  const open = (need: ReturnType<typeof update>) => all().flatMap(([id]) => (isDenied(id, need) ? [] : [nameOf(id)]));

  it('those of tries that are due later are left to what puts them off and moves them', () => {
    expect(open(update('DUE#01')).toSorted()).toEqual(['DeliverWebhook', 'MoveDue', 'RunJobs']);
  });

  it('those of secrets are left to what signs, to operations whose contract says so, and to what erases them', () => {
    const saying = (erases: boolean) =>
      operations
        .filter(({ secrets, secretReply }) => (secrets === 'erases') === erases && (secrets ?? secretReply))
        .map(({ entry }) => nameOf(functionIdOf(roles(), entry)));
    const reading = open(read('SECRET#P'));
    expect(reading.toSorted()).toEqual([...saying(false), 'RunJobs', 'DeliverWebhook'].toSorted());
    const erasing = open(update('SECRET#P')).filter((name) => !reading.includes(name));
    // One of them is the function on the stream, for what a deleted account has left.
    expect(erasing.filter((name) => !saying(true).includes(name))).toHaveLength(1);
    expect(saying(true).filter((name) => !erasing.includes(name))).toEqual([]);
  });
});
