/** The items with others in place of some: a copy where any is replaced, and the same where none is. */
export const mapItems = (items: readonly unknown[], to: (item: unknown, at: number) => unknown): readonly unknown[] => {
  let copy: unknown[] | undefined
  for (let i = 0; i < items.length; i++) {
    const other = to(items[i], i)
    if (other === items[i]) continue
    copy ??= [...items]
    copy[i] = other
  }
  return copy ?? items
}

/** The same of the fields of an object. */
export const mapFields = (value: object, to: (part: unknown, at: string) => unknown): object => {
  const fields = value as Readonly<Record<string, unknown>> // an object of JSON
  let copy: Record<string, unknown> | undefined
  for (const name of Object.keys(fields)) {
    const other = to(fields[name], name)
    if (other === fields[name]) continue
    copy ??= { ...fields }
    copy[name] = other
  }
  return copy ?? value
}
