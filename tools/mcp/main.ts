/** `npm run mcp`: serves the API to an agent over stdio. Standard output belongs to the protocol; notes go to standard error. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { projectRoot } from '../../cdk/build/bundle.ts';
import { targetOf } from './target.ts';

interface Options {
  readonly url: string;
  readonly keyFile?: string;
  readonly write?: boolean;
}

const program = new Command('npm run mcp --')
  .option('--url <url>', 'where the API is', 'http://localhost:3000')
  .option('--key-file <file>', 'read the API key from this file, instead of PARTNER_API_KEY')
  .option('--write', 'also offer the tool that writes; without it, agents only read')
  .allowExcessArguments(false)
  .showHelpAfterError();

const main = async (): Promise<void> => {
  const { url, keyFile, write = false } = program.parse().opts<Options>();
  const target = await targetOf({ url, keyFile, environmentKey: process.env.PARTNER_API_KEY });
  // Loaded only now, so that a wrong option is reported at once.
  const [{ loadDescribed }, { createAgentServer }, { serveStdio }] = await Promise.all([
    import('./described.ts'),
    import('./server.ts'),
    import('@modelcontextprotocol/server/stdio'),
  ]);
  const described = await loadDescribed();
  const { version } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
  serveStdio(() => createAgentServer({ version, target, described, canWrite: write }), {
    onerror: (error) => console.error(error.message),
  });
  console.error(`Serving ${target.url.href} to an agent, ${write ? 'for reads and writes' : 'for reads only'}.`);
};

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
