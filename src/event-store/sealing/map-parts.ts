/** The value with its parts replaced: a copy where any of them is, and the value itself where none is. */
export const mapParts = (value: object, to: (part: unknown, at: string | number) => unknown): object => {
  let copy: object | undefined
  const put = (at: string | number, part: unknown) => {
    const other = to(part, at)
    if (other === part) return
    copy ??= Array.isArray(value) ? [...value] : { ...value }
    Reflect.set(copy, at, other)
  }
  if (Array.isArray(value)) for (let i = 0; i < value.length; i++) put(i, value[i])
  else for (const name of Object.keys(value)) put(name, Reflect.get(value, name))
  return copy ?? value
}
