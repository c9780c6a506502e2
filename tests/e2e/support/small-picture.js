/** Runs in an empty page: makes pictures small and reads them, as `window.pictures`. Plain script, handed over as it is. */
(() => {
  /** Colours are told in steps of eight: finer ones differ between machines, and they pack worse. */
  const STEP = 8;

  async function draw(base64) {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  }

  function average({ data, width, height }, left, top, cell) {
    const sums = [0, 0, 0];
    let count = 0;
    for (let y = top; y < Math.min(top + cell, height); y++) {
      for (let x = left; x < Math.min(left + cell, width); x++) {
        const from = 4 * (y * width + x);
        for (let i = 0; i < 3; i++) sums[i] += data[from + i];
        count += 1;
      }
    }
    return sums.map((sum) => Math.min(255, Math.round(sum / count / STEP) * STEP));
  }

  /** A picture whose pixels are the mean colours of squares of `cell` pixels, as PNG in base64. */
  async function shrink(base64, cell) {
    const full = await draw(base64);
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(full.width / cell);
    canvas.height = Math.ceil(full.height / cell);
    const context = canvas.getContext('2d');
    const small = context.createImageData(canvas.width, canvas.height);
    for (let y = 0; y < canvas.height; y++) {
      for (let x = 0; x < canvas.width; x++) {
        small.data.set([...average(full, x * cell, y * cell, cell), 255], 4 * (y * canvas.width + x));
      }
    }
    context.putImageData(small, 0, 0);
    return canvas.toDataURL('image/png').split(',')[1];
  }

  /** Where two small pictures differ by more than `most` in a channel: their squares; null when their sizes do. */
  async function compare(before, now, most) {
    const [a, b] = await Promise.all([draw(before), draw(now)]);
    if (a.width !== b.width || a.height !== b.height) return null;
    const squares = [];
    for (let i = 0; i < a.data.length; i += 4) {
      const differs = [0, 1, 2].some((channel) => Math.abs(a.data[i + channel] - b.data[i + channel]) > most);
      if (differs) squares.push([(i / 4) % a.width, Math.floor(i / 4 / a.width)]);
    }
    return squares;
  }

  window.pictures = { shrink, compare };
})();
