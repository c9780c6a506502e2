import { type ZodType, z } from 'zod';

type Shape = Record<string, ZodType>;

/** Any value; the keys of the maps in it are spelled as the shape has them, whether there is one map or a list. */
function nested(shape: Shape): ZodType {
  return z.union([z.looseObject(shape), z.array(z.looseObject(shape)), z.unknown()]).optional();
}

/**
 * Reads names of fields, separated by spaces, into a shape that takes any value: `port auth{username password}`. Names in
 * braces are the fields of the map, or of each map of the list, under the name before them.
 */
export function shapeOf(fields: string): Shape {
  const tokens = fields.match(/[{}]|[^\s{}]+/g) ?? [];
  let at = 0;
  function read(): Shape {
    const shape: Shape = {};
    for (let name = tokens[at++]; name !== undefined && name !== '}'; name = tokens[at++]) {
      if (tokens[at] === '{') {
        at += 1;
        shape[name] = nested(read());
      } else shape[name] = z.unknown().optional();
    }
    return shape;
  }
  return read();
}
