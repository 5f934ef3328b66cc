/** A stage that is marked as a sandbox: the environment of its functions, what it has next to the others, what it shares with none. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sandboxOperations } from '../../lib/operations.ts';
import { defaultStage, type Json, ofType, type Synthesized, synthesizeStage, templateTexts } from './synthesized.ts';

let prod: Synthesized;
let sandbox: Synthesized;

beforeAll(async () => {
  [prod, sandbox] = await Promise.all([defaultStage(), synthesizeStage({ stage: 'sandbox', sandbox: true })]);
});

/** The variable of functions, by id without CDK's hash. */
const variables = (stage: Synthesized): ReadonlyMap<string, string | undefined> =>
  new Map(ofType(stage, 'AWS::Lambda::Function').map(([id, { Environment }]) => [id, Environment.Variables.SANDBOX]));

/** Names that CloudFormation does not make by itself: two stacks in one account and Region can't both have one. */
const ownNames = ({ template }: Synthesized): string[] =>
  Object.values(template.Resources).flatMap(({ Type, Properties }) =>
    Object.entries((Properties ?? {}) as Record<string, Json>).flatMap(([name, value]) =>
      /^(?:(?:Table|Queue|Bucket|Function|Role|LogGroup|Topic|Alarm|Dashboard|Alias|UsagePlan)?Name)$/.test(name) &&
      // That of an alias is its function's alone.
      Type !== 'AWS::Lambda::Alias' &&
      typeof value === 'string'
        ? [`${Type} ${value}`]
        : [],
    ),
  );

describe('A sandbox', () => {
  it('says so, to the operator’s commands and to each function that checks keys or asks connectors; no other stage does', () => {
    expect(sandbox.template.Outputs.Sandbox?.Value).toBe('true');
    expect(prod.template.Outputs).not.toHaveProperty('Sandbox');
    expect([...variables(prod).values()].filter((value) => value !== undefined)).toEqual([]);
    const without = [...variables(sandbox)].flatMap(([id, value]) => (value === 'true' ? [] : [id]));
    // What no request calls sees no keys, and one of these asks connectors.
    const events = /^(?:RouteEvents|ProcessStream|DeliverWebhook|MoveDue|FetchMedia|FailLateMedia|RunBulk|QuotasCheck)/;
    expect(without.filter((id) => !events.test(id))).toEqual([]);
  });

  it('has what only a sandbox offers; another stage has no path, no function and no role of it', async () => {
    const paths = (stage: Synthesized) => ofType(stage, 'AWS::ApiGateway::Resource').map(([, each]) => each.PathPart);
    const functions = (stage: Synthesized) => [...variables(stage).keys()];
    const ofProd = new Set(functions(prod).map((id) => id.slice(0, -8)));
    const more = functions(sandbox).filter((id) => !ofProd.has(id.slice(0, -8)));
    expect(more).toHaveLength(sandboxOperations.length);
    expect(more[0]).toMatch(/ResetSandbox/);
    expect(paths(sandbox)).toEqual(expect.arrayContaining(['sandbox', 'reset']));
    expect(paths(prod)).not.toContain('sandbox');
    const texts = [...(await templateTexts(prod)).values()].join('');
    expect(texts).not.toMatch(/ResetSandbox|reset-sandbox|SandboxFunctions/);
  });

  it('shares nothing with another stage: no name, nothing imported, no resource that stands in another stack', async () => {
    const names = ownNames(sandbox);
    // The search finds names: those of the usage plans at least.
    expect(names).toContain('AWS::ApiGateway::UsagePlan PartnerListingApi-sandbox-trial');
    const ofProd = new Set(ownNames(prod));
    expect(names.filter((name) => ofProd.has(name))).toEqual([]);
    for (const [file, text] of await templateTexts(sandbox)) {
      expect(text, file).not.toContain('Fn::ImportValue');
      // The name of the other stack, by which it is referred to.
      expect(text, file).not.toMatch(/PartnerListingApi(?![A-Za-z0-9-])/);
      expect(text, file).not.toMatch(/arn:aws:(?:dynamodb|sqs|s3|sns|lambda):[a-z0-9-]*:[0-9]{12}/);
    }
  });
});
