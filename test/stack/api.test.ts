/** The API and its functions: who may call what, and what each may do. */
import { beforeAll, describe, expect, it } from 'vitest';
import { tableActionsOf as declaredActionsOf } from '../../lib/contract/derived.ts';
import { operations } from '../../lib/operations.ts';
import { allowedTo, denialsOf, roleOf } from './rights.ts';
import { defaultStage, functionBehind, type Json, ofType, only, type Synthesized } from './synthesized.ts';

let prod: Synthesized;

beforeAll(async () => {
  prod = await defaultStage();
});

const pathOf = (stack: Synthesized, id: string): string => {
  const { PathPart, ParentId } = stack.template.Resources[id]!.Properties;
  return `${ParentId.Ref ? pathOf(stack, ParentId.Ref) : ''}/${PathPart}`;
};

/** The method, its function and the function's role, found as API Gateway finds them. */
const routeOf = (stack: Synthesized, { method, path }: { method: string; path: string }) => {
  const found = ofType(stack, 'AWS::ApiGateway::Method').find(
    ([, { HttpMethod, ResourceId }]) => HttpMethod === method && pathOf(stack, ResourceId.Ref) === path,
  );
  expect(found, `${method} ${path}`).toBeDefined();
  return found![1];
};

const functionOf = (uri: Json): string => {
  // Requests reach the alias, and nothing else does.
  expect(JSON.stringify(uri)).toMatch(/"Ref":"[^"]+Live[^"]*"/);
  return functionBehind(prod, uri);
};

const grantedActionsOf = (stack: Synthesized, functionId: string): string[] =>
  [...allowedTo(stack, functionId).keys()].filter((action) => action.startsWith('dynamodb:')).sort();

describe('The API', () => {
  it('is regional and takes the metering key from the authorizer', () => {
    expect(only(prod, 'AWS::ApiGateway::RestApi')[1]).toMatchObject({
      ApiKeySourceType: 'AUTHORIZER',
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
  });

  it('has no route that is not an operation', () => {
    const routes = ofType(prod, 'AWS::ApiGateway::Method').map(
      ([, { HttpMethod, ResourceId }]) => `${HttpMethod} ${pathOf(prod, ResourceId.Ref)}`,
    );
    expect(routes.sort()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('asks the authorizer about the key, and again after a minute', () => {
    const [, authorizer] = only(prod, 'AWS::ApiGateway::Authorizer');
    expect(authorizer).toMatchObject({
      Type: 'REQUEST',
      IdentitySource: 'method.request.header.x-api-key',
      AuthorizerResultTtlInSeconds: 60,
    });
    const permissions = ofType(prod, 'AWS::Lambda::Permission').map(([, each]) => each);
    const [permission, ...others] = permissions.filter(({ Principal }) => Principal === 'apigateway.amazonaws.com');
    expect(others).toEqual([]);
    expect(functionOf(permission.FunctionName)).toBe(functionOf(authorizer.AuthorizerUri));
    expect(grantedActionsOf(prod, functionOf(authorizer.AuthorizerUri))).toEqual(['dynamodb:GetItem']);
  });

  it.each([...Map.groupBy(operations, ({ module }) => module)])(
    'calls the functions of the module %s, and no other, as one role',
    (_, ofModule) => {
      const methods = ofModule.map((operation) => routeOf(prod, operation));
      const [role, ...others] = new Set(methods.map(({ Integration }) => Integration.Credentials['Fn::GetAtt'][0]));
      expect(others).toEqual([]);
      const { AssumeRolePolicyDocument, Policies } = prod.template.Resources[role]!.Properties;
      expect(AssumeRolePolicyDocument.Statement).toEqual([
        { Action: 'sts:AssumeRole', Effect: 'Allow', Principal: { Service: 'apigateway.amazonaws.com' } },
      ]);
      const [statement, ...more] = Policies.flatMap(({ PolicyDocument }: Json) => PolicyDocument.Statement);
      expect(more).toEqual([]);
      expect(statement).toMatchObject({ Action: 'lambda:InvokeFunction', Effect: 'Allow' });
      expect(
        [statement.Resource]
          .flat()
          .map((resource) => functionOf(resource))
          .sort(),
      ).toEqual(methods.map(({ Integration }) => functionOf(Integration.Uri)).sort());
    },
  );

  describe.each(operations.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
    it('requires the authorizer and a key', () => {
      const method = routeOf(prod, operation);
      expect(method).toMatchObject({
        ApiKeyRequired: true,
        AuthorizationType: 'CUSTOM',
        AuthorizerId: { Ref: only(prod, 'AWS::ApiGateway::Authorizer')[0] },
        Integration: { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST' },
      });
    });

    it('may do to the table what it declares, next to looking the key up', () => {
      const actions = grantedActionsOf(prod, functionOf(routeOf(prod, operation).Integration.Uri));
      expect(actions).toContain('dynamodb:GetItem');
      expect(actions).toEqual(
        declaredActionsOf(operation)
          .map((action) => `dynamodb:${action}`)
          .sort(),
      );
    });

    it('is denied secrets unless its contract says otherwise, and what is due in any case', () => {
      const denied = denialsOf(prod, functionOf(routeOf(prod, operation).Integration.Uri));
      const whole = operation.secrets === true || operation.secretReply === true;
      const erases = operation.secrets === 'erases' && !whole;
      expect(denied).toEqual([
        { all: true, but: [], keys: [...(whole || erases ? [] : ['SECRET#*']), 'DUE#*'] },
        ...(erases ? [{ all: true, but: ['dynamodb:UpdateItem'], keys: ['SECRET#*'] }] : []),
      ]);
    });

    it('reaches the one table, the index by Query alone, and its own log group, which all operations share', () => {
      const functionId = functionOf(routeOf(prod, operation).Integration.Uri);
      const statements = roleOf(prod, functionId).filter(({ Effect }) => Effect === 'Allow');
      // X-Ray's actions know no resource. Nothing else has a wildcard.
      const traces = ['xray:PutTelemetryRecords', 'xray:PutTraceSegments'];
      const wild = statements.filter((statement) => JSON.stringify(statement).includes('*'));
      // But for what signs URLs of objects: whoever signs has to have the right.
      const bucket = { 'Fn::GetAtt': [only(prod, 'AWS::S3::Bucket')[0], 'Arn'] };
      const below = (prefix: string) => ({ 'Fn::Join': ['', [bucket, `/${prefix}/*`]] });
      const objects =
        operation.bucket === 'writes'
          ? { Action: 's3:PutObject', Effect: 'Allow', Resource: below('bulk') }
          : { Action: 's3:GetObject', Effect: 'Allow', Resource: [below('business'), below('social')] };
      expect(wild).toEqual([
        { Action: traces, Effect: 'Allow', Resource: '*' },
        ...(operation.bucket ? [objects] : []),
      ]);
      const table = { 'Fn::GetAtt': [only(prod, 'AWS::DynamoDB::GlobalTable')[0], 'Arn'] };
      const { LogGroup } = prod.template.Resources[functionId]!.Properties.LoggingConfig;
      expect(LogGroup.Ref).toMatch(/^OperationLogLogs/);
      for (const { Action, Resource } of statements.filter((statement) => !wild.includes(statement))) {
        const actions: string[] = [Action].flat();
        if (actions.every((action) => action.startsWith('logs:')))
          expect(Resource).toEqual({ 'Fn::GetAtt': [LogGroup.Ref, 'Arn'] });
        else if (JSON.stringify(Resource).includes('/index/')) {
          expect(actions).toEqual(['dynamodb:Query']);
          expect(Resource).toEqual(['gsi1', 'gsi2'].map((name) => ({ 'Fn::Join': ['', [table, `/index/${name}`]] })));
        } else expect(Resource).toEqual(table);
      }
    });
  });

  it('gives every function the same runtime, and logs that end', () => {
    for (const [id, properties] of ofType(prod, 'AWS::Lambda::Function')) {
      expect(properties, id).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        // A film may take two minutes to be fetched, a slice of a bulk update some seconds.
        Timeout: id.startsWith('FetchMedia') ? 180 : id.startsWith('RunBulk') ? 60 : 25,
        TracingConfig: { Mode: 'Active' },
      });
      expect(properties.LoggingConfig.LogFormat).toBe('JSON');
      const { Properties } = prod.template.Resources[properties.LoggingConfig.LogGroup.Ref]!;
      expect(Properties.RetentionInDays).toBe(90);
    }
  });
});
