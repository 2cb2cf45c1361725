/** Sums up vitest's JSON reports: node count-tests.cjs <exit code of the runs> <report>... */
const { readFileSync } = require('node:fs')
const { relative } = require('node:path')

const [, , exitCode, ...paths] = process.argv
const files = paths.flatMap((path) => JSON.parse(readFileSync(path, 'utf8')).testResults)
const tests = files.flatMap((file) => file.assertionResults)
const count = (...statuses) => tests.filter(({ status }) => statuses.includes(status)).length

// A file that cannot be loaded has no tests that could fail, and an error between tests belongs to none.
const broken = files.filter(
  ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
)
const failed = count('failed') + broken.length
const skipped = tests.filter(({ status }) => !['passed', 'failed'].includes(status))
const docker = skipped.filter(({ fullName }) => /docker/i.test(fullName))

// Said once more at the end, because whoever reads the end of a long log looks for nothing else.
const firstLine = (text) => String(text ?? '').split('\n', 1)[0]
for (const file of files) {
  const path = relative(process.cwd(), file.name)
  for (const { status, fullName, failureMessages } of file.assertionResults)
    if (status === 'failed') console.log(`failed: ${path}: ${fullName}: ${firstLine(failureMessages[0])}`)
  if (broken.includes(file)) console.log(`failed: ${path}: ${firstLine(file.message)}`)
}
if (failed === 0 && exitCode !== '0') console.log('failed: an error outside of the tests; see above')

console.log(`${docker.length} skipped for want of Docker`)
console.log(
  `${count('passed')} passed, ${failed === 0 && exitCode !== '0' ? 1 : failed} failed, ${skipped.length} skipped`,
)
