export interface AvatarProps {
  name: string;
  /** Address of a picture of ours; without it initials are shown. */
  image?: string | null;
  /** Pixels (default 22). */
  size?: number;
}

const TONES = ['accent', 'info', 'ok', 'warn', 'bad'] as const;

/** Up to two initials of a name: the first of its first and last word. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s@._-]+/u).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '');
  return letters.join('').toUpperCase() || '?';
}

/** A person: their picture, else initials on a ground that is always the same for the same name; the name on hover. */
export function Avatar({ name, image, size = 22 }: AvatarProps) {
  const box = { width: size, height: size, fontSize: Math.round(size * 0.42) };
  if (image) return <img className="qd-avatar" src={image} alt={name} title={name} style={box} />;
  const hash = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return (
    <span
      className={`qd-avatar qd-badge-${TONES[hash % TONES.length]}`}
      role="img"
      aria-label={name}
      title={name}
      style={box}
    >
      {initialsOf(name)}
    </span>
  );
}

export interface AvatarGroupProps {
  people: readonly AvatarProps[];
  /** Shown before `+N` (default 5, contract screens §1.6). */
  max?: number;
  /** Names the group: "Responders". */
  label: string;
}

/** People beside each other; more than fit are counted, and named on hover. */
export function AvatarGroup({ people, max = 5, label }: AvatarGroupProps) {
  const rest = people.slice(max);
  const names = rest.map((one) => one.name).join(', ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: pictures beside each other are no form fields
    <span className="qd-avatars" role="group" aria-label={label}>
      {people.slice(0, max).map((one, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
        <Avatar key={i} {...one} />
      ))}
      {rest.length > 0 && (
        <span className="qd-avatar qd-badge-neutral" role="img" aria-label={`and ${names}`} title={names}>
          +{rest.length}
        </span>
      )}
    </span>
  );
}
