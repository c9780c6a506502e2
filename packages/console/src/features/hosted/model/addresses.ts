/** One parameter of the address; undefined where it is missing or empty. */
export function readParameter(name: string): string | undefined {
  return new URLSearchParams(location.search).get(name) || undefined;
}

/** Another page that leads to the same place in the end. */
export function withReturnTo(page: string, returnTo: string | undefined): string {
  return returnTo === undefined ? page : `${page}?return_to=${encodeURIComponent(returnTo)}`;
}
