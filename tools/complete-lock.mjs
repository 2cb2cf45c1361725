// Some registries lack the optional packages of other platforms; npm then leaves them out of package-lock.json, and
// `npm ci` refuses a lock that does not name them. This adds what is missing: node tools/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs'

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'netbsd', 'win32', 'sunos', 'aix', 'openharmony']
const PROCESSORS = ['arm64', 'arm', 'x64', 'ia32', 'riscv64', 'ppc64', 's390x', 'loong64', 'mips64el', 'wasm32']

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const named = Object.entries(lock.packages).flatMap(([path, parent]) =>
  Object.entries(parent.optionalDependencies ?? {}).map(([name, version]) => ({ path, parent, name, version })),
)
let added = 0
for (const { path, parent, name, version } of named) {
  if (lock.packages[`${path}/node_modules/${name}`] || lock.packages[`node_modules/${name}`]) continue
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${name} wants ${version}, which is no exact version`)
  const words = name.split('/').at(-1).split(/[-.]/)
  const os = words.find((word) => SYSTEMS.includes(word))
  const cpu = words.find((word) => PROCESSORS.includes(word))
  const libc = words.includes('musl') ? 'musl' : words.includes('gnu') && os === 'linux' ? 'glibc' : undefined
  lock.packages[`node_modules/${name}`] = {
    version,
    ...(cpu ? { cpu: [cpu] } : {}),
    ...(parent.dev ? { dev: true } : {}),
    ...(libc ? { libc: [libc] } : {}),
    optional: true,
    ...(os ? { os: [os] } : {}),
  }
  added++
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} optional packages of other platforms added`)
