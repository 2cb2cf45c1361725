export type Cleaned = { readonly text: string; readonly ownOutputLines: number }

const HEADING = /^\s{0,20}### (?:Subject: site\/\S|Open conflicts\s*$)/
const BULLET = /^\s{0,20}- \[\d{4}-\d{2}-\d{2}\] \[(?:answer|context|conflict)\] /

const MORE = /^\s{0,20}- \[conflict\] \+\d+ more\s*$/

/** Removes the lines that this service produced itself (the form of `injection_text`) and counts the bullets. */
export const dropPastedBack = (text: string): Cleaned => {
  if (!/\[(?:answer|context|conflict)\]/.test(text) && !text.includes('### Subject: site/'))
    return { text, ownOutputLines: 0 }
  const lines = text.split('\n')
  const kept = lines.filter((line) => !HEADING.test(line) && !BULLET.test(line) && !MORE.test(line))
  return { text: kept.join('\n'), ownOutputLines: lines.filter((line) => BULLET.test(line)).length }
}
