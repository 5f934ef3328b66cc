/**
 * Has every function run under its role in tests: its handler says who calls, and what is sent to AWS is checked before it
 * leaves. It changes sources as they are loaded, so that neither the functions nor their tests know of it.
 */
import { relative, sep } from 'node:path';

const FUNCTION = /^functions\/(?:[\w-]+\/)?([\w-]+)\.ts$/;
const EXCHANGE = 'lib/dynamodb/client/exchange.ts';

/** Renames an export, and exports in its place what `wrap` makes of it. The lines stay where they are. */
const wrapping = (code: string, name: string, hidden: string, wrap: string): string => {
  const declared = `export const ${name} = `;
  if (!code.includes(declared)) throw new Error(`There is no "${declared}" to put under a role.`);
  return `${code.replace(declared, `const ${hidden} = `)}\nexport const ${name} = ${wrap};\n`;
};

/** @param root - of the project */
export const rolesPlugin = (root: string) => ({
  name: 'roles',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    const file = relative(root, id.replace(/\?.*/, '')).split(sep).join('/');
    const from = JSON.stringify(`${root}/test/support/roles/running.ts`);
    const [, entry] = FUNCTION.exec(file) ?? [];
    if (entry !== undefined)
      return {
        code: wrapping(
          `${code}\nimport { underRole } from ${from};`,
          'handler',
          'ownHandler',
          `underRole(${JSON.stringify(entry)}, ownHandler)`,
        ),
        map: null,
      };
    if (file === EXCHANGE)
      return {
        code: wrapping(
          `${code}\nimport { guarded } from ${from};`,
          'createExchange',
          'openExchange',
          'guarded(openExchange)',
        ),
        map: null,
      };
    return undefined;
  },
});
