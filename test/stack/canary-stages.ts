/** Stages with releases that shift step by step and without, for tests. */
import { operations } from '../../lib/operations.ts';
import { type Json, type Synthesized, synthesizeStage } from './synthesized.ts';

/** Of some modules: a whole stack takes seconds, and is no different. */
export const few = operations.filter(({ module }) => ['menus', 'usage', 'contacts'].includes(module));
export const synthesizeFew = (context: Record<string, unknown> = {}) => synthesizeStage(context, few);

export const aliases = (stage: Synthesized) =>
  Object.entries(stage.template.Resources).filter(([, { Type }]) => Type === 'AWS::Lambda::Alias') as [string, Json][];
