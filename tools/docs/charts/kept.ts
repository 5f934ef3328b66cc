/** The charts of the reports as the reference shows them: what the demo data answers, kept in `replies.json`. */
import { charts } from './charts.ts';
import { drawnChart } from './draw.ts';
import replies from './replies.json' with { type: 'json' };
import { type ChartedId, chartRequests } from './requests.ts';

const isCharted = (id: string): id is ChartedId => id in chartRequests;

/** The figure of a report; empty of other operations. */
export const chartOf = (id: string): string =>
  isCharted(id) ? drawnChart(charts[id](replies[id]), chartRequests[id].caption) : '';
