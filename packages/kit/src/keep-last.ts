/**
 * A function that answers what it made last as long as it is given the same (`Object.is`). Other than the memory of a
 * component it outlives the page, so that who comes back to a page finds what was made of data that is still held.
 */
export function keepLast<Given extends readonly unknown[], Made>(
  make: (...given: Given) => Made,
): (...given: Given) => Made {
  let last: { given: Given; made: Made } | undefined;
  return (...given) => {
    if (last?.given.every((one, index) => Object.is(one, given[index]))) return last.made;
    last = { given, made: make(...given) };
    return last.made;
  };
}
