/** The same range as `engines` in package.json. */
export const SUITABLE = { major: 20, leastMinor: 19 }

/** What is wrong with this version of Node, such as `18.2.0`; undefined when it fits. Any Node can load this file. */
export const nodeFault = (version: string): string | undefined => {
  const [major, minor] = version.split('.').map(Number)
  if (major === SUITABLE.major && minor !== undefined && minor >= SUITABLE.leastMinor) return undefined
  return `palimpsest needs Node 20 (20.19 or a later 20); this is Node ${version}. Get it from https://nodejs.org, or: nvm install 20`
}
