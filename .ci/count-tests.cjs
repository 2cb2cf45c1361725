/** Sums up vitest's JSON report: node count-tests.cjs <report> <exit code of the run> */
const { readFileSync } = require('node:fs')
const { relative } = require('node:path')

const [, , path, exitCode] = process.argv
const report = JSON.parse(readFileSync(path, 'utf8'))
const tests = report.testResults.flatMap((file) => file.assertionResults)
const count = (...statuses) => tests.filter(({ status }) => statuses.includes(status)).length

// A file that cannot be loaded has no tests that could fail, and an error between tests belongs to none.
const broken = report.testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
)
const failed = count('failed') + broken.length
const skipped = tests.filter(({ status }) => !['passed', 'failed'].includes(status))
const docker = skipped.filter(({ fullName }) => /docker/i.test(fullName))

// Said once more at the end, because whoever reads the end of a long log looks for nothing else.
const firstLine = (text) => String(text ?? '').split('\n', 1)[0]
for (const file of report.testResults) {
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
