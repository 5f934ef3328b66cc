/** The code of the clients' READMEs as programs, and what they name that is the reader's own. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { projectRoot } from '../../../../cdk/build/bundle.ts';
import { blocksIn } from '../guide-blocks.ts';

const SECRET = `whsec_${btoa('a secret of twenty-four b')}`;
const BODY = '{"id":"evt_1","type":"BUSINESS_UPDATED","data":{"businessId":700101,"changed":["name"]}}';

/** A request to a webhook, as a framework has it. */
const signedNow = () => {
  const at = new Date();
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('evt_1', at, BODY),
  };
};

const readmes = { npm: 'tools/docs/client/README.md', python: 'tools/docs/client/python/README.md' } as const;
export type Package = keyof typeof readmes;

export const readmeOf = (name: Package): Promise<string> => readFile(join(projectRoot, readmes[name]), 'utf8');

/** The command that installs the package, for pages at an address. */
export const installOf = async (name: Package, docs: string): Promise<string> => {
  const [block] = blocksIn(await readmeOf(name)).filter(({ syntax }) => syntax === 'sh');
  return block!.text.replace(/^DOCS=.*$/m, `DOCS=${docs}`);
};

/** All code of the README for Python, as one module. */
export const pythonProgram = async (): Promise<string> => {
  const code = blocksIn(await readmeOf('python')).filter(({ syntax }) => syntax === 'python');
  return `class _Request:
    headers: dict[str, str] = ${JSON.stringify(signedNow())}


request, raw_body = _Request(), b'${BODY}'
secret, new_secret = "${SECRET}", "${SECRET}"

${code.map(({ text }) => text).join('\n')}print("end")
`;
};

/** All code of the README for TypeScript: one module, and that for a proxy on Node 20, which changes the whole program. */
export const typescriptPrograms = async (): Promise<{ readonly program: string; readonly node20: string }> => {
  const code = blocksIn(await readmeOf('npm'))
    .filter(({ syntax }) => syntax === 'ts')
    .map(({ text }) => text);
  const isForNode20 = (text: string) => text.includes("from 'undici'");
  return {
    node20: code.filter(isForNode20).join('\n'),
    program: `const request = { headers: ${JSON.stringify(signedNow())} };
const [rawBody, secret, newSecret] = ['${BODY}', '${SECRET}', '${SECRET}'];
${code.filter((text) => !isForNode20(text)).join('\n')}console.log('end');
`,
  };
};
