import { code, table } from './markdown.ts';

/** A figure of `tests/load/budgets.json`: its statistic is at most or at least this, or is only watched. */
export interface Budget {
  figure: string;
  unit: string;
  most?: number;
  least?: number;
}

/** What each figure measures. A test holds it together with the budgets. */
export const budgetNotes: Readonly<Record<string, string>> = {
  'start.cold': 'Start to first page served, with a new embedded database',
  'start.warm': 'Start to first page served, with the database of an earlier start',
  'summary.time': 'Health summary of 10,000 checks',
  'summary.size': 'The same, Brotli on the wire',
  'summary.history-ratio': 'Time of the summary with a long history against a short one',
  'history.1h': 'History of one check over an hour',
  'history.30d': 'History of one check over 30 days',
  'history.5y': 'History of one check over 5 years',
  'history.error': 'Distance of p95, p97 and p99 from the exact values',
  'http.check': 'HTTP checks a second on loopback, each with a connection of its own',
  'http.bare': 'The same requests a second by the bare client',
  'http.ratio': 'HTTP checks a second against the bare client, on loopback',
  'write.rate': 'Results committed a second, batched',
  'write.size':
    'Bytes that a result takes after roll-up: mean over the 270 days that something is kept of it (itself 30, hours 90, days 270)',
  'write.size-raw': 'The same while the result itself is kept, once its day is rolled up and compacted',
  'schedule.lateness': 'How late checks start: 10,000 checks every 30 s',
  'schedule.missed': 'Slots missed meanwhile',
  'schedule.cpu': 'Processor time of the server meanwhile; 100 is one core',
  'schedule.rate': 'Checks a second meanwhile',
  live: 'From the write of a row through the REST dialect to its event in each of fifty open consoles',
  'live.lost': 'Events that one of them was not sent',
  'rest.row.1': 'Single row by key through the REST dialect, requests a second against PostgREST, 1 connection',
  'rest.row.8': 'The same, 8 connections',
  'rest.row.64': 'The same, 64 connections',
  'rest.list.1':
    '50 rows with a filter, an order and the exact count through the REST dialect, requests a second against PostgREST, 1 connection',
  'rest.list.8': 'The same, 8 connections',
  'rest.list.64': 'The same, 64 connections',
  'rest.embed.1':
    '20 rows with two levels embedded through the REST dialect, requests a second against PostgREST, 1 connection',
  'rest.embed.8': 'The same, 8 connections',
  'rest.embed.64': 'The same, 64 connections',
  'rest.insert.1': 'Insert of a row through the REST dialect, requests a second against PostgREST, 1 connection',
  'rest.insert.8': 'The same, 8 connections',
  'rest.insert.64': 'The same, 64 connections',
  'rest.call.1': 'Call of a function through the REST dialect, requests a second against PostgREST, 1 connection',
  'rest.call.8': 'The same, 8 connections',
  'rest.call.64': 'The same, 64 connections',
  'rest.bare.1':
    'Single row by key through the REST dialect against the same SQL through the bare driver and HTTP server, 1 connection',
  'rest.bare.8': 'The same, 8 connections',
  'rest.bare.64': 'The same, 64 connections',
  'rest.rate': 'Single rows by key a second on one core, 64 connections',
  'lists.p95':
    'Lists of 50 rows with filter, permissions and exact count in the whole world, as the console asks for them: p95 of each',
  'lists.p99': 'The same: p99 of each',
  'lists.ratio': 'The same: median of each against a tenth of the rows',
  'lists.viewer.p95': 'The same for a viewer from whom some rows are hidden: p95 of each',
  'lists.viewer.p99': 'The same: p99 of each',
  'lists.viewer.ratio': 'The same: median of each against a tenth of the rows',
  'identity.summary': 'Health summary of 10,000 checks while fifty people sign in at once, again and again',
  'identity.history': 'History of one check over an hour, the same while',
  'identity.telling':
    'A wrong password of a known address against one of an unknown: difference of the medians of 50 each',
  'identity.sign-in': 'A sign-in among those fifty, form and password',
  related: 'Related items of a configuration item, depth 10',
  pixel: 'From the result to the open console that shows it',
  'script.first': 'Script of the first screen, Brotli',
  'script.route': 'Script of any further route, Brotli',
  'page.lcp': 'Largest contentful paint of the health page',
  'page.inp': 'Interaction to next paint',
  'page.cls': 'Cumulative layout shift',
  'route.change': 'From a click in the navigation to the page, its scripts and data being there',
  'palette.open': 'From the keys of the palette to its choices',
  'palette.answer': 'From a letter in the palette to its answer, of 10,000 checks that are held',
  'table.usable': 'Table of 10,000 checks: usable after its data came',
  'table.rows': 'The same: rows in the page at a time',
  'table.frame': 'The same: time of a frame while it scrolls',
  'table.search': 'The same: from the search to the filtered table, after the debounce',
  'memory.idle': 'Memory of the idle server process',
  'memory.world': 'Memory of the server process with 10,000 checks under load',
  'memory.lists': 'Memory of the server process while it answers lists in the whole world',
  'memory.schedule': 'Memory of the server process that runs 10,000 checks every 30 s',
};

const BEGIN = '<!-- budgets: generated from tests/load/budgets.json by scripts/reference/main.ts -->';
const END = '<!-- end of budgets -->';

/** The table of the budgets. */
function budgetTable(budgets: Readonly<Record<string, Budget>>): string {
  const rows = Object.entries(budgets).map(([name, { figure, unit, most, least }]) => {
    const limit = most === undefined ? least : most;
    const bound = limit === undefined ? 'none' : `at ${limit === most ? 'most' : 'least'} ${limit}`;
    return [code(name), budgetNotes[name] ?? '', figure, `${bound} ${unit}`.trim()];
  });
  return table(['name', 'what', 'statistic', 'budget'], rows).join('\n');
}

/** Puts the table into a page between its two marks. Throws when the marks are not there. */
export function withBudgets(text: string, budgets: Readonly<Record<string, Budget>>): string {
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error('the marks of the budget table are missing');
  return `${before}${BEGIN}\n\n${budgetTable(budgets)}\n\n${END}${after}`;
}
