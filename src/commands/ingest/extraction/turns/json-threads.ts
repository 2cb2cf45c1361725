import { isJsonObject, type JsonObject } from '../../../../domain/json-object.js'
import { wordsIn } from '../../../../domain/message-content.js'
import { type Export, fieldOf, firstOf, fromSeconds, inTime, objects, said, text, withoutTags } from './json-fields.js'

/** The Assistants API of OpenAI: a list of messages of a thread, the newest first unless asked otherwise. */
export const assistantThread: Export = (value) => {
  const messages = objects(isJsonObject(value) ? value.data : value)
  if (!messages?.every(({ object }) => object === 'thread.message')) return undefined
  const at = ({ created_at: seconds }: JsonObject) => fromSeconds(seconds)
  return inTime(messages, at).flatMap((message) =>
    said(text(message.role), wordsIn(message.content) ?? '', at(message)),
  )
}

/** Google Chat, as Takeout exports it: `Tuesday, March 12, 2024 at 10:15:00 AM UTC`. */
export const googleChat: Export = (value) => {
  const messages = isJsonObject(value) ? objects(value.messages) : undefined
  if (!messages?.every(({ creator, created_date: at }) => isJsonObject(creator) && typeof at === 'string'))
    return undefined
  return messages.flatMap(({ creator, created_date: at, text: words }) =>
    said(fieldOf(creator, 'name', 'email'), text(words), text(at)),
  )
}

const LISTS = ['comments', 'notes']
const AUTHORS = ['user', 'author', 'creator']
const NAMES = ['displayName', 'name', 'username', 'login']
const TIMES = ['created_at', 'createdAt', 'created', 'createdOn']
/** Where they stand side by side, the second is the first without markup. */
const BODIES = ['plain_body', 'body']

/** What else may stand beside a list of comments: where there is more, it is somebody else's form. */
const BESIDE = new Set([
  ...LISTS,
  ...AUTHORS,
  ...TIMES,
  ...BODIES,
  ...'title id number iid key url html_url web_url state author_id next_page previous_page count users'.split(' '),
])

/** Comments on an issue, a change or a ticket, and what they are about: GitHub, GitLab, Jira, Zendesk. */
export const commentThread: Export = (value) => {
  if (!isJsonObject(value)) return commentsOf(value)
  if (!Object.keys(value).every((key) => BESIDE.has(key))) return undefined
  const comments = commentsOf(LISTS.map((key) => value[key]).find((each) => each !== undefined))
  const about = [text(value.title), bodyOf(value) ?? ''].filter((words) => words !== '').join('\n\n')
  return comments && [...said(authorOf(value) || 'Author', about, timeOf(value)), ...comments]
}

/** What else may stand in a comment; where there is more, it is a record, and would lose its fields. */
const IN_COMMENT = new Set([
  ...[...AUTHORS, ...TIMES, ...BODIES],
  ...(
    'id node_id url html_url issue_url author_id author_association authorAssociation performed_via_github_app reactions reactionGroups updated_at ' +
    'updatedAt updated updateAuthor edited includesCreatedEdit isMinimized minimizedReason viewerDidAuthor type public html_body attachments ' +
    'audit_id via metadata system internal confidential noteable_id noteable_type noteable_iid project_id resolvable resolved self jsdPublic visibility'
  ).split(' '),
])

const isComment = (value: JsonObject): boolean =>
  Object.keys(value).every((key) => IN_COMMENT.has(key)) &&
  authorOf(value) !== '' &&
  bodyOf(value) !== undefined &&
  timeOf(value) !== ''

const commentsOf: Export = (value) => {
  const comments = objects(value)
  if (!comments?.every(isComment)) return undefined
  return inTime(comments, timeOf).flatMap((comment) => said(authorOf(comment), bodyOf(comment) ?? '', timeOf(comment)))
}

const authorOf = (comment: JsonObject): string => {
  const named = firstOf(...AUTHORS.map((key) => fieldOf(comment[key], ...NAMES)))
  const { author_id: id } = comment
  return named === '' && (typeof id === 'number' || typeof id === 'string') ? `Author ${id}` : named
}
const timeOf = (comment: JsonObject): string => firstOf(...TIMES.map((key) => comment[key]))
const bodyOf = (comment: JsonObject): string | undefined => {
  const body = BODIES.map((key) => comment[key]).find((each) => typeof each === 'string')
  if (typeof body !== 'string') return undefined
  return isHtml(body) ? withoutTags(body) : body
}

const TAGS = new Set(
  'p br div span a b i u em strong ul ol li h1 h2 h3 h4 h5 h6 table tbody thead tr td th img hr blockquote pre code'.split(
    ' ',
  ),
)

/** Not markdown that shows a tag, or a type of a language. */
const isHtml = (body: string): boolean => {
  const tags = [...body.matchAll(/<\/?([\w-]{1,40})/g)].map(([, name = '']) => name.toLowerCase())
  return /^\s{0,40}</.test(body) && !body.includes('`') && tags.length > 1 && tags.every((tag) => TAGS.has(tag))
}
