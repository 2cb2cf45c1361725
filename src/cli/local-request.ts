/** What another process asked of this server, or nothing where that is no JSON. */
export const parsed = (request: string): unknown => {
  try {
    return JSON.parse(request)
  } catch {
    return undefined
  }
}

/** The answer to what has another form than it should. */
export const NOT_UNDERSTOOD = JSON.stringify({ failed: 'The server does not understand what it was asked.' })
