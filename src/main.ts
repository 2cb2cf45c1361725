#!/usr/bin/env node
import { nodeFault } from './cli/node-version.js'

// What the embedded database writes is for its owner alone.
process.umask(0o077)
// All else is imported later, because an unsuitable Node would fail on it before it could say why.
const fault = nodeFault(process.versions.node)
if (fault !== undefined) {
  process.stderr.write(`${fault}\n`)
  process.exit(1)
}

// What Node has compiled is kept for the next start where it can do that (22.8 or later); the types are those of Node 20.
const keepCompiled: unknown = Reflect.get(await import('node:module'), 'enableCompileCache')
if (typeof keepCompiled === 'function') keepCompiled()

import('./cli/run.js')
  .then(({ run }) => run(process.argv.slice(2), () => import('./app/app.js')))
  .then((exitCode) => process.exit(exitCode))
