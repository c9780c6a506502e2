/** One thing on a page: what it is and is called, and where it stands in whole pixels. */
export interface Box {
  name: string;
  place: readonly [x: number, y: number, width: number, height: number];
}

/** Letters may be a hair wider on another machine, which moves what stands beside them. */
const TOLERANCE_PX = 3;
const MOST_TOLD = 12;

/** Boxes as a text that people can read and compare: one a line, the place first. */
export function writeBoxes(boxes: readonly Box[]): string {
  return `${boxes.map(({ name, place }) => `${place.join(' ')} ${name}`).join('\n')}\n`;
}

/** The boxes of a text of `writeBoxes`. */
export function readBoxes(text: string): Box[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [x, y, width, height, ...name] = line.split(' ');
      return { name: name.join(' '), place: [Number(x), Number(y), Number(width), Number(height)] };
    });
}

/** What is there no more, new, or stands elsewhere, in words; nothing when both are alike within a few pixels. */
export function compareBoxes(before: readonly Box[], now: readonly Box[]): string[] {
  const gone = without(before, now).map(({ name }) => `gone: ${name}`);
  const fresh = without(now, before).map(({ name }) => `new: ${name}`);
  const moved =
    gone.length + fresh.length > 0
      ? []
      : now.flatMap(({ name, place }, i) => {
          const old = before[i];
          if (!old || old.name !== name) return [`in another order: ${name}`];
          const isNear = place.every((px, side) => Math.abs(px - (old.place[side] ?? 0)) <= TOLERANCE_PX);
          return isNear ? [] : [`moved: ${name} from ${old.place.join(' ')} to ${place.join(' ')}`];
        });
  const all = [...gone, ...fresh, ...moved];
  return all.length > MOST_TOLD ? [...all.slice(0, MOST_TOLD), `and ${all.length - MOST_TOLD} more`] : all;
}

/** The boxes of one list whose names the other does not have as often. */
function without(boxes: readonly Box[], others: readonly Box[]): Box[] {
  const left = new Map<string, number>();
  for (const { name } of others) left.set(name, (left.get(name) ?? 0) + 1);
  return boxes.filter(({ name }) => {
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  });
}
