type Defined<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** The fields that have a value: an absent one is left out, not set to undefined. */
export const omitUndefined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  // The filter removes exactly the fields that the type removes.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>
