/** Which stack a route is in, and what guards it. */
import { Stack } from 'aws-cdk-lib';
import {
  AuthorizationType,
  Method,
  type MethodOptions,
  type RequestAuthorizer,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { synthesize } from '../../cdk/assembly.ts';
import { variants } from '../../cdk/build/variants.ts';
import { isShared, prefixesOf, refuseMisplacedPaths } from '../../cdk/stack/shared-paths.ts';
import { operations } from '../../lib/operations.ts';
import { circlesIn, type Parsed, parsed } from './parsed.ts';
import {
  defaultStage,
  only,
  type Resource,
  type Synthesized,
  synthesizeStage,
  temporaryDirectory,
} from './synthesized.ts';

const of = ({ resources }: Parsed, type: string): [string, Resource][] =>
  Object.entries(resources).filter(([, { Type }]) => Type === type);

const RESOURCE = 'AWS::ApiGateway::Resource';
const METHOD = 'AWS::ApiGateway::Method';

let prod: Synthesized;
let templates: readonly Parsed[];
let root: Parsed;

beforeAll(async () => {
  prod = await defaultStage();
  templates = await parsed(prod);
  root = templates.find(({ isNested }) => !isNested)!;
});

describe('The root stack', () => {
  it('has the segments that modules share, and no method', () => {
    const shared = new Set(operations.flatMap(({ path }) => prefixesOf(path).filter(isShared)));
    expect(of(root, RESOURCE)).toHaveLength(shared.size);
    expect(of(root, METHOD)).toEqual([]);
  });

  it('has room: less than 200 of 500 resources', () => {
    expect(Object.keys(root.resources).length).toBeLessThan(200);
  });

  it('deploys the API after all nested stacks with routes', () => {
    const [[id, deployment], ...others] = of(root, 'AWS::ApiGateway::Deployment') as [[string, Resource]];
    expect(others).toEqual([]);
    const modules = new Set(operations.map(({ module }) => `${module[0]!.toUpperCase()}${module.slice(1)}Functions`));
    const { DependsOn } = deployment as Resource & { DependsOn: string[] };
    expect(DependsOn).toEqual(expect.arrayContaining([...modules]));
    expect(of(root, 'AWS::ApiGateway::Stage')[0]![1].Properties.DeploymentId).toEqual({ Ref: id });
  });

  it('waits for nothing that waits for it', () => {
    const waiting = (id: string) => ({ Type: 'Test::Thing', Properties: { Value: { Ref: id } } });
    expect(circlesIn({ One: waiting('Other'), Other: waiting('One'), Third: waiting('AWS::Region') })).toEqual([
      'One',
      'Other',
    ]);
    for (const { file, resources } of templates) expect(circlesIn(resources), file).toEqual([]);
  });
});

describe("A module's nested stack", () => {
  it.each([...Map.groupBy(operations, ({ module }) => module)])('has the methods of %s', (module, ofModule) => {
    const stack = templates.find(({ file }) => file.startsWith(`PartnerListingApiFunctions${capital(module)}`))!;
    const verbs = of(stack, METHOD).map(([, { Properties }]) => Properties.HttpMethod);
    expect(verbs.sort()).toEqual(ofModule.map(({ method }) => method).sort());
  });
});

const capital = (name: string) => `${name[0]!.toUpperCase()}${name.slice(1)}`;

describe('Every method', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  // As deployed: each template for itself, and what the root stack hands over to it.
  it.each(Object.entries(variants))('requires a key and the one authorizer: %s', async (_, context) => {
    const stage = await synthesizeStage(context);
    const [authorizer] = only(stage, 'AWS::ApiGateway::Authorizer');
    const [api] = only(stage, 'AWS::ApiGateway::RestApi');
    const all = await parsed(stage);
    const stacks = Object.values(all.find(({ isNested }) => !isNested)!.resources).filter(
      ({ Type }) => Type === 'AWS::CloudFormation::Stack',
    );
    const given = (parameter: string) =>
      new Set(stacks.flatMap(({ Properties }) => Properties.Parameters?.[parameter]?.Ref ?? []));
    const methods = all.flatMap((template) => of(template, METHOD));
    expect(methods.length).toBeGreaterThanOrEqual(operations.length);
    for (const [id, { Properties }] of methods) {
      const { ApiKeyRequired, AuthorizationType, AuthorizerId, RestApiId } = Properties;
      expect([ApiKeyRequired, AuthorizationType], id).toEqual([true, 'CUSTOM']);
      expect([...given(AuthorizerId.Ref)], id).toEqual([authorizer]);
      expect([...given(RestApiId.Ref)], id).toEqual([api]);
    }
  });

  it.each<[string, Pick<MethodOptions, 'apiKeyRequired' | 'authorizationType'>]>([
    ['without a key', { authorizationType: AuthorizationType.CUSTOM }],
    ['without the authorizer', { apiKeyRequired: true }],
  ])('%s ends the synthesis, whatever has made it', async (_, options) => {
    vi.stubEnv('CDK_VALIDATION', 'false');
    const synthesized = synthesize({
      outdir: await temporaryDirectory(),
      bundles: inject('bundleDirectory'),
      operations: operations.slice(0, 1),
      checks: (app) => {
        const stack = app.node.findChild('PartnerListingApi');
        const nested = stack.node.findChild('Functions').node.children.find((each) => Stack.isStack(each)) as Construct;
        const api = stack.node.findChild('Api') as RestApi;
        const authorizer = options.authorizationType && (api.node.findChild('KeyAuthorizer') as RequestAuthorizer);
        const made = { ...options, ...(authorizer && { authorizer }) };
        new Method(nested, 'Open', { httpMethod: 'GET', resource: api.root, options: made });
        return [];
      },
    });
    await expect(synthesized).rejects.toThrow(
      'PartnerListingApi/Functions/Business/Open/Resource must require an API key and the authorizer of the API',
    );
  });
});

describe('Paths that no arrangement of stacks can hold', () => {
  const route = (id: string, module: string, path: string) => ({ id, module, method: 'GET', path }) as const;

  it('are refused: one segment of two modules', () => {
    const paths = [route('a', 'one', '/v1/area/{areaId}/things'), route('b', 'two', '/v1/area/{areaId}/others')];
    expect(() => refuseMisplacedPaths(paths)).toThrow(
      'The modules one and two both have operations below /v1/area/{areaId}: name it in sharedPaths',
    );
  });

  it('are refused: one route twice', () => {
    const paths = [route('a', 'one', '/v1/area'), route('b', 'two', '/v1/area')];
    expect(() => refuseMisplacedPaths(paths)).toThrow('a and b are both GET /v1/area');
  });

  it('are none where modules share the first segments, or what is named', () => {
    const paths = ['/v1/area', '/v1/area/things', '/v1/business/{businessId}/things', '/v1/business/public/things'];
    refuseMisplacedPaths(paths.flatMap((path) => [route(`a ${path}`, 'one', path)]));
    refuseMisplacedPaths([route('a', 'one', '/v1/area/things'), route('b', 'two', '/v1/area/others')]);
    refuseMisplacedPaths(['one', 'two'].map((each) => route(each, each, `/v1/business/{businessId}/${each}`)));
  });

  it('end the synthesis', async () => {
    const [first] = operations;
    const both = ['one', 'two'].map((module) => ({ ...first!, id: module, module, path: `/v1/area/things/${module}` }));
    await expect(synthesizeStage({}, both)).rejects.toThrow('The modules one and two both have operations');
  });
});
