import { connect } from 'node:net'
import type { Sending } from './draft.js'

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

const PATIENCE_MS = 5000

/** One request on a connection of its own. Undefined: the connection ended, or nothing came in five seconds. */
export const exchange = (port: number, { bytes, cut, method }: Sending): Promise<Answer | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const pieces: Buffer[] = []
    const settle = (answer: Answer | undefined) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answer)
    }
    const timer = setTimeout(() => settle(undefined), PATIENCE_MS)
    socket.on('data', (piece) => {
      pieces.push(piece)
      const answer = answerIn(Buffer.concat(pieces), method)
      if (answer) settle(answer)
    })
    // What has been refused early may be reset while it is still being sent.
    socket.on('error', () => {})
    socket.on('close', () => settle(answerIn(Buffer.concat(pieces), method)))
    socket.write(bytes)
    if (cut) socket.end()
  })

/** The first answer in what came, once it is whole. */
const answerIn = (bytes: Buffer, method: string): Answer | undefined => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(first.split(' ')[1])
  const rest = bytes.subarray(end + 4)
  if (status < 200) return answerIn(rest, method)
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([^:]*): ?(.*)$/.exec(line) ?? []
      return [name.toLowerCase(), value]
    }),
  )
  const text = method === 'HEAD' ? Buffer.of() : bodyIn(rest, headers)
  return text && { status, headers, text: text.toString() }
}

const bodyIn = (rest: Buffer, headers: Answer['headers']): Buffer | undefined => {
  const length = Number(headers['content-length'] ?? 0)
  return rest.length >= length ? rest.subarray(0, length) : undefined
}
