/** Every command that writes more than once, killed at its first write, at its last, and between. */
import { vi } from 'vitest';
import { cases, whenKilled } from './killed-again.ts';

vi.setConfig({ testTimeout: 300_000 });

whenKilled(Object.keys(cases), (_, steps) =>
  [...new Set([1, 2, Math.ceil(steps / 3), Math.ceil((steps * 2) / 3), steps])].filter((step) => step <= steps),
);
