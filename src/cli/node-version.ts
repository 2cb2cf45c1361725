/** The same as `engines` in package.json. */
const LEAST = { major: 20, minor: 19 }

/** An error message for an unsupported version of Node, such as `18.2.0`; else undefined. Any version can load this file. */
export const nodeFault = (version: string): string | undefined => {
  const [major, minor] = version.split('.').map(Number)
  if (major !== undefined && minor !== undefined)
    if (major > LEAST.major || (major === LEAST.major && minor >= LEAST.minor)) return undefined
  return `palimpsest needs Node ${LEAST.major}.${LEAST.minor} or later; this is Node ${version}. Get it from https://nodejs.org, or: nvm install 24`
}
