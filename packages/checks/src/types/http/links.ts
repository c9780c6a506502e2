/** Longest URL that is followed; also keeps URL filters of documents from working on endless input. */
const MAX_URL_CHARS = 2048;

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', '#38': '&', '#39': "'" };

/**
 * The http and https addresses that the `a` elements of a page link to, absolute, without fragment, each once and in
 * the order of the page. Links inside comments, scripts and styles do not count. `base` elements are heeded.
 */
export function findLinks(html: string, pageUrl: string): string[] {
  const visible = withoutHidden(html);
  const baseHref = /<base\s[^>]{0,2048}/i.exec(visible)?.[0];
  const base = absolute(baseHref ? attribute(baseHref, 'href') : null, pageUrl) ?? pageUrl;
  const links = new Set<string>();
  for (const match of visible.matchAll(/<a\s[^<>]*/gi)) {
    const link = absolute(attribute(match[0], 'href'), base);
    if (link !== null) links.add(link);
  }
  return [...links];
}

function attribute(tag: string, name: string): string | null {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return found ? (found[1] ?? found[2] ?? found[3] ?? null) : null;
}

function absolute(href: string | null, base: string): string | null {
  if (href === null) return null;
  const text = href.trim().replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);
  if (text.length > MAX_URL_CHARS || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  url.hash = '';
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
}

const HIDDEN: [open: RegExp, close: string][] = [
  [/<!--/g, '-->'],
  [/<script[\s>]/gi, '</script'],
  [/<style[\s>]/gi, '</style'],
];

/** Each open mark is looked for from where the last part ended, so the work stays linear. */
function withoutHidden(html: string): string {
  let text = html;
  for (const [open, close] of HIDDEN) {
    const lower = text.toLowerCase();
    const kept: string[] = [];
    let at = 0;
    for (;;) {
      open.lastIndex = at;
      const start = open.exec(text)?.index ?? -1;
      kept.push(text.slice(at, start < 0 ? undefined : start));
      if (start < 0) break;
      const end = lower.indexOf(close, start);
      if (end < 0) break;
      at = end + close.length;
    }
    text = kept.join('');
  }
  return text;
}
