/** Says how far a piece of work has come. */
export type Progress = (what: string, done: number, total: number) => void

/** One line on stderr that is written over; nothing where nobody looks. */
export const progressOn = (stream: NodeJS.WriteStream): Progress =>
  stream.isTTY
    ? (what, done, total) => {
        stream.write(`\r\x1b[K${done < total ? `${what}: ${done} of ${total}` : ''}`)
      }
    : () => {}
