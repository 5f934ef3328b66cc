/**
 * Leaves out of the bundles what the functions' client never calls: `lib/store/client.ts` sets other parts in its place, but
 * the SDK imports its own by name all the same. Only modules are replaced, at the names by which others import them.
 */
import type { Plugin } from 'esbuild';

/** A module, why the functions do without it, and what stands in its place. */
interface Replacement {
  readonly module: string;
  readonly reason: string;
  readonly contents: string;
}

/** Fails loudly where the reason ceases to hold. */
const unused = (name: string): string =>
  `export const ${name} = () => { throw new Error('${name} is left out of the bundle'); };`;
const unusedClass = (name: string): string =>
  `export class ${name} { constructor() { throw new Error('${name} is left out of the bundle'); } }`;

export const replacements: readonly Replacement[] = [
  {
    module: '@aws-sdk/credential-provider-node',
    reason: 'the credentials are the ones that Lambda sets; the chain of providers holds five more clients',
    contents: unused('defaultProvider'),
  },
  {
    module: '@smithy/node-http-handler',
    reason: 'the setting requestHandler',
    contents: `export const NodeHttpHandler = { create: (handler) => handler };\n${unused('streamCollector')}`,
  },
  {
    module: '@aws-sdk/core/protocols',
    reason: 'the steps serialize and deserialize; the protocol is made all the same',
    contents: 'export class AwsJson1_0Protocol { setSerdeContext() {} }',
  },
  {
    module: '@aws-sdk/dynamodb-codec',
    reason: 'as above, for the settings of the protocol',
    contents: 'export class DynamoDBJsonCodec2 {}',
  },
  {
    module: '@smithy/signature-v4',
    reason: 'the setting signer',
    contents: unusedClass('SignatureV4'),
  },
  {
    module: '@smithy/core/checksum',
    reason: 'the setting signer: nothing else is hashed, and no call streams events',
    contents: `${unusedClass('Sha256')}\n${unusedClass('Crc32')}`,
  },
  {
    module: 'node:fs/promises',
    reason: 'no profile is read: every setting that a profile may hold is given',
    contents: unused('readFile'),
  },
  {
    module: '@aws-sdk/endpoint-cache',
    reason: 'the setting endpointDiscoveryEnabled; the cache is made all the same',
    contents: 'export class EndpointCache {}',
  },
];

/** Matches one import path and no longer one. */
const exactly = (module: string): RegExp => new RegExp(`^${module.replace(/[/.]/g, '\\$&')}$`);

/** For esbuild: puts replacements in place, all of them unless some are chosen. The build fails when one is no longer asked for. */
export const leanSdkPlugin = (chosen: readonly Replacement[] = replacements): Plugin => ({
  name: 'lean-sdk',
  setup(build) {
    const unmet = new Set(chosen.map(({ module }) => module));
    for (const { module, contents } of chosen) {
      build.onResolve({ filter: exactly(module) }, ({ path }) => {
        unmet.delete(path);
        return { path, namespace: 'lean-sdk', sideEffects: false };
      });
      build.onLoad({ filter: exactly(module), namespace: 'lean-sdk' }, () => ({ contents, loader: 'js' }));
    }
    build.onEnd(() => ({
      errors: [...unmet].map((module) => ({
        text: `Nothing imports ${module} any more: mend or drop its replacement`,
      })),
    }));
  },
});
