import type { DateFormat } from '@quarterdeck/kit';
import { createContext, use } from 'react';

/** How every date on screen is written. `zone` is an IANA name; undefined is the browser's. */
export interface DateStyle {
  format: DateFormat;
  zone: string | undefined;
}

const DateStyleContext = createContext<DateStyle>({ format: 'short', zone: undefined });

/** Gives a person's way of writing dates to all parts below it; without it dates are relative, in the browser's zone. */
export const DateStyleProvider = DateStyleContext;

/** The way of writing dates that is in effect. */
export function useDateStyle(): DateStyle {
  return use(DateStyleContext);
}
