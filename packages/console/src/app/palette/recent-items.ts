/** Something that was chosen before, kept in this browser so that it is offered first the next time. */
export interface RecentItem {
  label: string;
  href: string;
  hint?: string;
  icon?: string;
}

export const RECENT_ITEMS_KEY = 'paletteRecent';
const MOST = 6;

function isRecent(value: unknown): value is RecentItem {
  if (typeof value !== 'object' || value === null) return false;
  const { label, href } = value as Partial<Record<keyof RecentItem, unknown>>;
  return typeof label === 'string' && typeof href === 'string' && /^\/(?!\/)/.test(href);
}

/** Reads the stored list; anything that is not one is none, and addresses of other hosts are left out. */
export function parseRecentItems(stored: string | null): readonly RecentItem[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(parsed) ? parsed.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Puts an item first; each address stands once. */
export function withRecent(items: readonly RecentItem[], item: RecentItem): readonly RecentItem[] {
  return [item, ...items.filter(({ href }) => href !== item.href)].slice(0, MOST);
}
