/** What the operator's page says is made (docs/operators.md: what will be made) is what the template has. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { operations } from '../../lib/operations.ts';
import { defaultStage, ofType, templateTexts } from './synthesized.ts';

/** What to do where a count is another one: what is made has changed, and the page says what it was. */
const RAISE = 'docs/operators.md counts what is made: raise the figure there';

const stack = await defaultStage();
const page = await readFile(join(projectRoot, 'docs/operators.md'), 'utf8');
const [, made = ''] = /## What will be made\n([\s\S]*?)\n## /.exec(page) ?? [];

/** How the page counts the resources of each type. */
const COUNTED: readonly (readonly [string, RegExp])[] = [
  ['AWS::ApiGateway::RestApi', /(\d+) regional REST API/],
  ['AWS::ApiGateway::Stage', /(\d+) stage\b/],
  ['AWS::ApiGateway::Deployment', /(\d+) deployment/],
  ['AWS::ApiGateway::Resource', /(\d+) path resources/],
  ['AWS::ApiGateway::Method', /(\d+) methods/],
  ['AWS::ApiGateway::Authorizer', /(\d+) authorizer\b/],
  ['AWS::ApiGateway::GatewayResponse', /(\d+) gateway responses/],
  ['AWS::ApiGateway::UsagePlan', /(\d+) usage plans/],
  ['AWS::Lambda::Function', /(\d+) functions \(/],
  ['AWS::Lambda::Version', /(\d+) versions and as many aliases/],
  ['AWS::Lambda::Alias', /(\d+) versions and as many aliases/],
  ['AWS::Lambda::Permission', /(\d+) permissions?/],
  ['AWS::Lambda::EventSourceMapping', /(\d+) mappings/],
  ['AWS::Lambda::EventInvokeConfig', /(\d+) settings? of how a function is called/],
  ['AWS::SQS::Queue', /(\d+) queues/],
  ['AWS::Events::Rule', /(\d+) rules?\b/],
  ['AWS::IAM::Role', /(\d+) roles/],
  ['AWS::DynamoDB::GlobalTable', /(\d+) on-demand table/],
  ['AWS::S3::Bucket', /(\d+) bucket\b/],
  ['AWS::Logs::LogGroup', /(\d+) log groups/],
  ['AWS::Logs::MetricFilter', /(\d+) metric filters/],
  ['AWS::Logs::QueryDefinition', /(\d+) saved queries/],
  ['AWS::SecretsManager::Secret', /(\d+) secret\b/],
  ['AWS::CloudWatch::Alarm', /(\d+) alarms/],
  ['AWS::CloudWatch::Dashboard', /(\d+) dashboard/],
  ['AWS::WAFv2::WebACL', /(\d+) web ACL/],
  ['AWS::SNS::Topic', /(\d+) topic\b/],
  ['AWS::KMS::Key', /(\d+) key\b/],
];
/** Belong to one of these. */
const BESIDE = new Set([
  'AWS::SQS::QueuePolicy',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::TopicPolicy',
  'AWS::IAM::Policy',
  'AWS::IAM::RolePolicy',
  'AWS::WAFv2::WebACLAssociation',
  'AWS::WAFv2::LoggingConfiguration',
  'AWS::CDK::Metadata',
]);

it.each(COUNTED)('%s', (type, words) => {
  expect(Number(words.exec(made)?.[1]), RAISE).toBe(ofType(stack, type).length);
});

it('is all that there is', () => {
  const types = new Set(Object.values(stack.template.Resources).map(({ Type }) => Type));
  const known = new Set([...COUNTED.map(([type]) => type), ...BESIDE]);
  expect([...types].filter((type) => !known.has(type))).toEqual([]);
});

it('has a nested stack for each template but the first', async () => {
  expect(Number(/(\d+) nested stacks/.exec(made)?.[1]), RAISE).toBe((await templateTexts(stack)).size - 1);
});

it('says how many resources that are', async () => {
  const templates = await templateTexts(stack);
  const counts = [...templates].map(([file, text]): [boolean, number] => [
    file.includes('.nested.'),
    Object.values(JSON.parse(text).Resources as Record<string, { Type: string }>).filter(
      ({ Type }) => Type !== 'AWS::CDK::Metadata',
    ).length,
  ]);
  const sum = (isNested: boolean) =>
    counts.reduce((total, [nested, count]) => total + (nested === isNested ? count : 0), 0);
  expect(made, RAISE).toContain(`there are ${sum(false)} resources in the stack and ${sum(true)} in its nested stacks`);
  expect(page, RAISE).toContain(`| resources of a stack | 500 | ${sum(false)} in the stack now:`);
});

it('has a function for each operation', () => {
  expect(made, RAISE).toContain(`(${operations.length} operations,`);
});

it('says how many paths an API has', () => {
  expect(Number(/\| paths of an API \|[^|]*\| (\d+) now/.exec(page)?.[1]), RAISE).toBe(
    ofType(stack, 'AWS::ApiGateway::Resource').length,
  );
});
