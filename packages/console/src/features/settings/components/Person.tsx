import type { PersonAvatar } from '@quarterdeck/contract';

/** Who made something: initials and the name; nothing where nobody is known. */
export function Person({ person }: { person: PersonAvatar | null | undefined }) {
  if (!person) return null;
  const initials = person.name
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => part.slice(0, 1).toUpperCase())
    .join('');
  return (
    <span className="qd-person">
      <span className="qd-person-mark" aria-hidden="true">
        {initials}
      </span>
      {person.name}
    </span>
  );
}
