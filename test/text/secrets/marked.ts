/** A text whose secrets stand between ⟦ and ⟧, and what is to become of it. */
export const marked = (written: string, ...kinds: readonly string[]) => {
  let next = 0
  return {
    text: written.replace(/[⟦⟧]/g, ''),
    secrets: [...written.matchAll(/⟦(.*?)⟧/gs)].map(([, secret]) => secret ?? ''),
    clean: written.replace(/⟦.*?⟧/gs, () => {
      const kind = kinds[Math.min(next, kinds.length - 1)]
      next += 1
      return `[redacted: ${kind}]`
    }),
    count: [...written.matchAll(/⟦/g)].length,
  }
}
