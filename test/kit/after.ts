import { readFile, rm } from 'node:fs/promises'
import { eventually } from './eventually.ts'
import { postgresAddressFile } from './test-run.ts'

// tap runs this once after all test files, itself being our parent: stops what the run shares and
// waits until it is gone.

const addressFile = postgresAddressFile(process.ppid)
const gone = () =>
  readFile(addressFile).then(
    () => false,
    () => true,
  )

if (!(await gone())) {
  const { pid } = JSON.parse(await readFile(addressFile, 'utf8'))
  process.kill(pid, 'SIGTERM')
  await eventually(gone)
}
await rm(`${addressFile}.lock`, { force: true })
