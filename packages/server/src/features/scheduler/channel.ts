/** The channel on which changed schedules are announced. */
export const SCHEDULE_CHANNEL = 'canary_schedules';

/** A payload of the channel: the changed canaries, or `*` when they are too many to name (a payload holds 8000 bytes). */
export function announcement(canaryIds: readonly string[] | null): string {
  return canaryIds === null || canaryIds.length > 200 ? '*' : canaryIds.join(',');
}
