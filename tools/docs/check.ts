/**
 * `npm run lint:openapi [-- NAME...]`: checks the document with the tools of `check-tools.ts`. A tool that can't be
 * installed is reported as skipped.
 */
import { type Tool, tools } from './check-tools.ts';
import { installTool, runAll, tryWanted } from './commands.ts';

/** Returns whether the document passes; true too if the tool can't be installed. */
const attempt = async (tool: Tool): Promise<boolean> => {
  const installation = await installTool(tool);
  if ('absent' in installation) {
    console.log(`skipped: ${installation.absent}`);
    return true;
  }
  const failed = await runAll(tool.check(installation.directory));
  console.log(failed === undefined ? `${tool.name}: no finding` : `${tool.name} failed: ${failed}`);
  return failed === undefined;
};

await tryWanted(tools, attempt);
