// A program of its own: says 'holding' or the error's name, then waits to be killed.
import { lockDirectory } from '../../src/postgres/directory-lock.js'

const [directory = '', about = ''] = process.argv.slice(2)
const said = await lockDirectory(directory, about).then(
  () => 'holding',
  (error: Error) => error.name,
)
process.stdout.write(`${said}\n`)
setInterval(() => {}, 1000)
