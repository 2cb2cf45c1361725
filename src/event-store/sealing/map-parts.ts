/** The value with its parts replaced: a copy where any of them is, and the value itself where none is. */
export const mapParts = (value: object, to: (part: unknown, at: string | number) => unknown): object =>
  Array.isArray(value) ? mapItems(value, to) : mapFields(value, to)

const mapItems = (items: readonly unknown[], to: (part: unknown, at: number) => unknown): readonly unknown[] => {
  let copy: unknown[] | undefined
  for (let i = 0; i < items.length; i++) {
    const other = to(items[i], i)
    if (other === items[i]) continue
    copy ??= [...items]
    copy[i] = other
  }
  return copy ?? items
}

const mapFields = (value: object, to: (part: unknown, at: string) => unknown): object => {
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
