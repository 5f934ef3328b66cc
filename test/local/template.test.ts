import { describe, expect, test } from 'vitest';
import { createResolver, referencedIds } from '../../tools/local/intrinsics.ts';
import { readTemplate } from '../../tools/local/template.ts';
import { tableInput } from '../../tools/local/template-parts.ts';
import { exampleTemplate } from './fixture.ts';

describe('template', () => {
  const model = readTemplate(exampleTemplate(), { Table: 'listings' });

  test('reads the API, its stage and its usage plans', () => {
    expect(model).toMatchObject({ apiKeySource: 'AUTHORIZER', binaryMediaTypes: ['image/png'] });
    expect(model.stage).toMatchObject({ name: 'prod', limits: [{ path: '*' }, { method: 'GET', path: '/capped' }] });
    expect(model.usagePlans).toMatchObject([
      {
        names: ['Service-trial', 'trial', 'Trial'],
        onStage: true,
        limit: { rate: 1, burst: 3 },
        quota: { limit: 5, period: 'DAY', offset: 0 },
      },
      { names: ['elsewhere', 'Elsewhere'], onStage: false },
    ]);
  });

  test('finds functions, through an alias too, their variables and their assets with and without metadata', () => {
    expect(model.functions.get('ApiFunction')).toMatchObject({
      assetPath: 'asset.api',
      environment: { TABLE_NAME: 'listings' },
      timeoutSeconds: 3,
    });
    expect(model.functions.get('CommonJsFunction')).toMatchObject({ assetPath: 'asset.cjs' });
  });

  test('gives the table as the input of CreateTable', () => {
    expect(model.tables[0]?.timeToLiveAttribute).toBe('ttl');
    expect(tableInput(model, 'here')).toEqual({
      TableName: 'here',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'gsi1',
          KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    });
  });

  test.each([
    ['Integration', 'GetCapped', { Integration: { Type: 'MOCK' } }, /only AWS_PROXY/],
    ['authorization', 'GetCapped', { AuthorizationType: 'AWS_IAM' }, /AWS_IAM is not served/],
    ['authorizer', 'Authorizer', { Type: 'TOKEN' }, /only REQUEST/],
  ])('refuses an %s that it would serve wrongly', (_, id, change, message) => {
    const template = exampleTemplate();
    Object.assign(template.Resources[id]!.Properties!, change);
    expect(() => readTemplate(template)).toThrow(message);
  });

  test('refuses siblings that are variables of two names, as API Gateway does, and names both paths', () => {
    const template = exampleTemplate();
    const { Item } = template.Resources;
    template.Resources.Other = { ...Item!, Properties: { ...Item!.Properties, PathPart: '{other}' } };
    expect(() => readTemplate(template)).toThrow('/v1/items/{id} and /v1/items/{other} are siblings');
  });

  test('resolves intrinsic functions and names those it cannot', () => {
    const resolve = createResolver(
      { Resources: {}, Parameters: { P: { Default: 'p' } } },
      { T: 'table', 'T.Arn': 'arn' },
    );
    const value = {
      a: { 'Fn::Join': ['-', ['x', { Ref: 'T' }, { Ref: 'P' }]] },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's own placeholders
      b: { 'Fn::Sub': ['${T}/${T.Arn}/${Own}/${!Kept}', { Own: { Ref: 'AWS::Region' } }] },
      c: { 'Fn::Select': [1, { 'Fn::Split': [':', 'k:l'] }] },
    };
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what CloudFormation leaves of an escaped one
    expect(resolve(value)).toEqual({ a: 'x-table-p', b: 'table/arn/us-east-1/${Kept}', c: 'l' });
    expect(() => resolve({ 'Fn::ImportValue': 'x' })).toThrow('Fn::ImportValue');
    expect(referencedIds(value)).toEqual(['T', 'P', 'T', 'T', 'Own', 'AWS::Region']);
  });
});
