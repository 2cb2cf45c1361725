/** An object or array of JSON with others in place of some of its parts: the same where none is replaced, else a copy. */
export const mapParts = (value: object, to: (part: unknown, at: string | number) => unknown): object => {
  const isList = Array.isArray(value)
  let copy: Record<string | number, unknown> | undefined
  for (const [name, part] of Object.entries(value)) {
    const at = isList ? Number(name) : name
    const other = to(part, at)
    if (other === part) continue
    copy ??= (isList ? [...value] : { ...value }) as Record<string | number, unknown> // what it is
    copy[at] = other
  }
  return copy ?? value
}
