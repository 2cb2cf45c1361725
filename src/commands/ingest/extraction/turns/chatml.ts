import { roleName } from './messages.js'
import type { Form } from './turn.js'

const TAG = /<\|im_start\|>[^\S\n]{0,4}([\w-]{1,40})[^\S\n]{0,40}\n?/
const ROLE_TAG = /<\|(system|user|assistant)\|>\n?/

/** ChatML: `<|im_start|>user … <|im_end|>`, and the shorter `<|user|> …`. Only where the text begins with a tag. */
export const chatml: Form = (text) => {
  const start = text.trimStart()
  const tag = [TAG, ROLE_TAG].find((pattern) => start.search(pattern) === 0)
  if (!tag) return undefined
  const parts = start.split(tag)
  return parts.slice(1).flatMap((role, index) => {
    if (index % 2 === 1) return []
    return [{ speaker: roleName(role), text: (parts[index + 2] ?? '').replace(/<\|(?:im_end|end|endoftext)\|>/g, '') }]
  })
}
