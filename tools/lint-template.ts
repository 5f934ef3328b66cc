/**
 * `npm run lint:template`: synthesizes every variant of the stack and has cfn-lint check its templates. Without
 * cfn-lint on the PATH (`pip install cfn-lint`) it reports that it checks nothing.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from '../cdk/assembly.ts';
import { bundleAll } from '../cdk/build/functions.ts';
import { variants } from '../cdk/build/variants.ts';

/** Rules that the CDK's output breaks and we cannot fix. */
const ignored = [
  // A function depends on its role and also refers to it: CDK writes the dependency, for policies next to the role.
  'W3005',
];

/** The templates of an assembly: the stack's own, and those of its nested stacks. */
const templatesIn = async (directory: string): Promise<string[]> =>
  (await readdir(directory)).filter((name) => name.endsWith('.template.json')).map((name) => join(directory, name));

/** Returns whether the templates are clean; prints the findings to the standard output. */
const lint = (templates: readonly string[]): boolean => {
  const { status, error } = spawnSync('cfn-lint', ['--ignore-checks', ...ignored, '--template', ...templates], {
    stdio: 'inherit',
  });
  if (error) throw error;
  return status === 0;
};

const main = async (): Promise<void> => {
  const { error, stdout } = spawnSync('cfn-lint', ['--version'], { encoding: 'utf8' });
  if (error) {
    console.log('skipped: cfn-lint is not on the PATH (pip install cfn-lint)');
    return;
  }
  console.log(stdout.trim());
  const directory = await mkdtemp(join(tmpdir(), 'lint-template-'));
  try {
    const bundles = join(directory, 'bundles');
    await bundleAll(bundles);
    for (const [name, context] of Object.entries(variants)) {
      const assembly = await synthesize({ outdir: join(directory, name.replace(' ', '-')), bundles, context });
      const templates = await templatesIn(assembly.directory);
      const isClean = lint(templates);
      console.log(`${name}, ${templates.length} templates: ${isClean ? 'clean' : 'findings'}`);
      if (!isClean) process.exitCode = 1;
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

await main();
