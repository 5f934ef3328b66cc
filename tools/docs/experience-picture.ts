/** The picture of experience over time: what the demo's locations would be answered, by month (docs/insight.md). */
import { readFile } from 'node:fs/promises';
import { periodStarts } from '../../lib/insight/rules/periods.ts';
import { countedOf, experienceScore, reputationScore, sentimentScore } from '../../lib/insight/rules/scores.ts';
import { sumsOfResponse, sumsOfReview, totals } from '../../lib/insight/rules/sums.ts';
import type { Answer, Question } from '../../lib/surveys/repository/question.ts';
import { scoresOf } from '../../lib/surveys/rules/scores.ts';
import { demoFile } from '../local/demo.ts';

const [FIRST, LAST] = ['2025-01-01', '2025-12-31'];
const PLACES = [
  { businessNumber: 700101, name: 'Copper Kettle Grill', color: '#1a6fb5' },
  { businessNumber: 700102, name: 'Copper Kettle Coffee', color: '#b5651a' },
  { businessNumber: 700103, name: 'The Night Heron', color: '#2e8b57' },
] as const;

interface Line {
  readonly type: string;
  readonly businessNumber: number;
  readonly surveyId: number;
  readonly created: string;
  readonly completed?: boolean;
  readonly answers: readonly Answer[];
  readonly pages: readonly { readonly questions: readonly Question[] }[];
  readonly reviewDate: string;
  readonly response?: string;
  readonly responseDate?: string;
  readonly sourceAlias: string;
  readonly rating: number;
}

/** As they are stored. */
const BOUNDS: Readonly<Record<string, object>> = {
  nps: { minValue: 0, maxValue: 10 },
  rating: { minValue: 1, maxValue: 5 },
};
const bounded = (question: Question): Question => ({ ...BOUNDS[question.type], ...question });

/** The score of each month of a location; listings are left out, as they have no past. */
const monthsOf = (lines: readonly Line[], number: number): readonly (number | null)[] => {
  const surveys = new Map(lines.filter(({ type }) => type === 'survey').map((survey) => [survey.surveyId, survey]));
  const starts = periodStarts(FIRST, LAST, 'month');
  return starts.map((start) => {
    const { add, found } = totals();
    for (const line of lines) {
      const day = line.type === 'review' ? line.reviewDate : line.created;
      if (line.businessNumber !== number || !day?.startsWith(start.slice(0, 7))) continue;
      if (line.type === 'review') add(sumsOfReview(line));
      if (line.type !== 'surveyResponse') continue;
      const { surveyId, answers, completed = true } = line;
      const questions = (surveys.get(surveyId)?.pages ?? []).flatMap((page) => page.questions).map(bounded);
      add(sumsOfResponse({ surveyId, completed, ...scoresOf(questions, answers, completed) }));
    }
    const counted = countedOf(found());
    return experienceScore({
      reputation: reputationScore(counted),
      sentiment: sentimentScore(counted),
      listing: null,
    });
  });
};

const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [720, 340, 46, 20, 170, 34];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const x = (month: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * month) / 11;
const y = (score: number): number => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * score) / 100;
const at = (month: number, score: number): string => `${x(month).toFixed(1)},${y(score).toFixed(1)}`;

const label = (place: readonly [number, number], words: string, more = '') =>
  `<text x="${place[0].toFixed(1)}" y="${place[1].toFixed(1)}" ${more}>${words}</text>`;

/** The SVG. */
export const drawExperience = async (): Promise<string> => {
  const lines = (await readFile(demoFile, 'utf8')).split('\n').filter((line) => line !== '');
  const all = lines.map((line) => JSON.parse(line) as Line);
  const grid = [0, 25, 50, 75, 100].flatMap((score) => [
    `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(score)}" y2="${y(score)}" stroke="#d8dde2"/>`,
    label([LEFT - 8, y(score) + 4], String(score), 'text-anchor="end"'),
  ]);
  const months = MONTHS.map((month, index) => label([x(index), HEIGHT - 12], month, 'text-anchor="middle"'));
  const curves = PLACES.flatMap(({ businessNumber, name, color }) => {
    const scores = monthsOf(all, businessNumber);
    const points = scores.flatMap((score, month) => (score === null ? [] : [at(month, score)]));
    const last = scores.findLast((score) => score !== null) ?? 0;
    return [
      `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`,
      ...points.map(
        (point) => `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="3" fill="${color}"/>`,
      ),
      label([WIDTH - RIGHT + 10, y(last) + 4], name, `fill="${color}"`),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#333">`,
    '<rect width="100%" height="100%" fill="white"/>',
    ...grid,
    ...months,
    ...curves,
    '</svg>\n',
  ].join('\n');
};
