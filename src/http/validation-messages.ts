import type { z } from 'zod'
import { MALFORMED } from './read-query.js'

type Issue = z.core.$ZodRawIssue

const TYPES: Readonly<Record<string, string>> = {
  string: 'must be a string',
  number: 'must be a number',
  int: 'must be an integer',
  boolean: 'must be true or false',
  array: 'must be an array',
  object: 'must be a JSON object',
  record: 'must be a JSON object',
}

const bound = ({ origin }: { readonly origin: string }, words: string): string =>
  origin === 'array' ? `must hold ${words} items` : `must be ${words}`

/** What a schema finds, in words that begin after the field's name and never quote its value. */
export const wordingOf = (issue: Issue): string => {
  if (issue.input === MALFORMED) return 'must be percent-encoded UTF-8'
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'required'
      if (issue.expected === 'string' && Array.isArray(issue.input)) return 'must be a single string'
      return TYPES[String(issue.expected)] ?? 'has the wrong type'
    case 'too_small':
      return bound(issue, `at least ${issue.minimum}`)
    case 'too_big':
      return bound(issue, `at most ${issue.maximum}`)
    case 'invalid_value':
      return issue.input === undefined ? 'required' : `must be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return issue.format === 'guid' ? 'must be a uuid' : 'has the wrong form'
    default:
      return 'is not valid'
  }
}

/** `['messages', 0, 'content']` is messages[0].content; the whole is the body. */
export const fieldAt = (path: readonly PropertyKey[]): string =>
  path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at === 0 ? '' : '.'}${String(step)}`)).join('') ||
  'body'
