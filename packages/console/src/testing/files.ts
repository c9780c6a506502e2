import { vi } from 'vitest';

/** Catches what a page gives to the browser to save. */
export function catchFiles() {
  const files: { name: string; content: Blob }[] = [];
  const made = new Map<string, Blob>();
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (content: Blob) => {
    const url = `blob:${made.size}`;
    made.set(url, content);
    return url;
  };
  URL.revokeObjectURL = () => undefined;
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const content = made.get(this.href);
    if (content !== undefined) files.push({ name: this.download, content });
  });
  return {
    files,
    restore() {
      click.mockRestore();
      Object.assign(URL, { createObjectURL, revokeObjectURL });
    },
  };
}
