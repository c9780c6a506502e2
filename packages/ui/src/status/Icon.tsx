import { FALLBACK_MARKS, LETTER_MARKS } from './icon-marks.ts';
import sprite from './product-marks.svg?url';
import { PRODUCT_MARKS } from './product-marks.ts';

export interface IconProps {
  /** A check type or product name: http, dns, postgres … */
  name: string;
  /** Tried when the first name is not known. */
  fallback?: string;
  size?: number;
  /** Without a label the mark is decoration. */
  label?: string;
}

/**
 * The mark of a type by its name: a product's own, from one file of ours that is loaded when the first is drawn; else a
 * drawing of what it does; an unknown name gets its first letters, none draws nothing (contract screens §1.6).
 */
export function Icon({ name, fallback, size = 18, label }: IconProps) {
  const said = label ? { role: 'img', 'aria-label': label, title: label } : { 'aria-hidden': true };
  const known = [name, fallback].map((one) => one && normal(one)).find((one) => one && isKnown(one)) ?? normal(name);
  if (known === '') return null;
  const path = own(FALLBACK_MARKS, known);
  const product = own(PRODUCT_MARKS, known);
  if (product) {
    return (
      <span className="qd-icon qd-icon-product" style={{ width: size, height: size }} {...said}>
        <svg width={size - 3} height={size - 3} aria-hidden="true">
          <use href={`${sprite}#${product}`} />
        </svg>
      </span>
    );
  }
  return (
    <span className="qd-icon" style={{ width: size, height: size }} {...said}>
      {path ? (
        <svg width={size - 4} height={size - 4} viewBox="0 0 16 16" aria-hidden="true">
          <path d={path} />
        </svg>
      ) : (
        (own(LETTER_MARKS, known) ?? letters(known))
      )}
    </span>
  );
}

function normal(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function isKnown(name: string): boolean {
  return [PRODUCT_MARKS, FALLBACK_MARKS, LETTER_MARKS].some((marks) => Object.hasOwn(marks, name));
}

/** What stands under a name, and not what every object has (`constructor`). */
function own(marks: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(marks, name) ? marks[name] : undefined;
}

function letters(name: string): string {
  return name.slice(0, name.length > 3 ? 2 : 3).toUpperCase();
}
