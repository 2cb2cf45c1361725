/** Sums up vitest's JSON report: node count-tests.cjs <report> <exit code of the run> */
const { readFileSync } = require('node:fs')

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

console.log(`${docker.length} skipped for want of Docker`)
console.log(
  `${count('passed')} passed, ${failed === 0 && exitCode !== '0' ? 1 : failed} failed, ${skipped.length} skipped`,
)
