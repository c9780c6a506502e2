/**
 * What a person chose about how the console looks, by the names under which a browser keeps it (spec 000 §9): kept on the
 * server for who signed in, in the browser alone in standalone mode. Values are texts as the browser stores them.
 */
export const preferenceNames = [
  'datetime_preference',
  'display_timezone_preference',
  'topology_card_width',
  'show_deleted_items_preference',
  'persistPageSize',
  'recentlyUsedTimeRanges',
  'sidebarCollapsed',
  'theme',
] as const;
export type PreferenceName = (typeof preferenceNames)[number];

/** The preferences that were chosen; those left out have their usual value. */
export type Preferences = { [Name in PreferenceName]?: string };

/** Whether a text names a preference. */
export function isPreferenceName(name: string): name is PreferenceName {
  return preferenceNames.some((known) => known === name);
}

/** The longest value of a preference, in UTF-16 units. */
export const LONGEST_PREFERENCE = 2000;
