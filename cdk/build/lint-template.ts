/**
 * `npm run lint:template`: synthesizes every variant of the stack and has cfn-lint check the templates. Without cfn-lint on
 * the PATH (`pip install cfn-lint`) nothing is checked, which it says.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { synthesize } from './assembly.ts';
import { variants } from './variants.ts';

/** Rules that are not ours to keep. */
const ignored = [
  // A function depends on its role and names it too: CDK writes the dependency, for policies beside the role.
  'W3005',
];

/** Answers whether the template is clean; what is not stands on the standard output. */
const lint = (template: string): boolean => {
  const { status, error } = spawnSync('cfn-lint', ['--ignore-checks', ...ignored, '--template', template], {
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
    for (const [name, context] of Object.entries(variants)) {
      const assembly = await synthesize({ outdir: join(directory, name.replace(' ', '-')), context });
      const isClean = lint(assembly.stacks[0]!.templateFullPath);
      console.log(`${name}: ${isClean ? 'clean' : 'findings'}`);
      if (!isClean) process.exitCode = 1;
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

await main();
