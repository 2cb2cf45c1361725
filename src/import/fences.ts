const FENCE = /^\s{0,40}(`{3,20}|~{3,20})(.{0,80})/

/** Whether a line begins or ends a code fence. */
export const isFence = (line: string): boolean => FENCE.test(line)

/** For each line: is it in a closed code fence (its lines included)? An unclosed one would hold the rest: ignored. */
export const fencedLines = (lines: readonly string[]): readonly boolean[] => {
  const fenced = new Array<boolean>(lines.length).fill(false)
  let open: { readonly at: number; readonly mark: string } | undefined
  for (const [index, line] of lines.entries()) {
    const match = FENCE.exec(line)
    if (!match) continue
    const mark = (match[1] ?? '').charAt(0)
    const bare = (match[2] ?? '').trim() === ''
    if (open && bare && mark === open.mark) {
      fenced.fill(true, open.at, index + 1)
      open = undefined
    } else if (!open || !bare) open = { at: index, mark }
  }
  return fenced
}
