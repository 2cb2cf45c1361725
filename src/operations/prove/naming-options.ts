import type { ErasedOne } from './report.js'

/** The options of `palimpsest erase` that name this user, or this memory, as a shell takes them. */
export const namingOptions = ({ user, memory }: ErasedOne): string =>
  `--user ${shellWord(user)}${memory === null ? '' : ` --memory ${shellWord(memory)}`}`

/** Quoted where a shell would make something else of it. */
const shellWord = (text: string): string =>
  /^[A-Za-z0-9_.,:@+/-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
