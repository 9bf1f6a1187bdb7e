/**
 * Returns the properties of an object that have the names of fields.
 * @param fields an object with these names, such as the fields of a schema; its values are not read
 */
export const pickFields = <Name extends string, Source extends Record<Name, unknown>>(
  fields: Record<Name, unknown>,
  source: Source,
): Pick<Source, Name> =>
  Object.fromEntries((Object.keys(fields) as Name[]).map(name => [name, source[name]])) as Pick<
    Source,
    Name
  >
