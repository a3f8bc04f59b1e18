import { readFile, rm } from 'node:fs/promises'
import { CHANNELS } from './channels.ts'
import { eventually } from './eventually.ts'
import { channelsFile, postgresAddressFile, testRunPid, wantsChannels } from './test-run.ts'

// Started once after all test files: stops the Postgres server that the run shares and waits until the server is gone.

const addressFile = postgresAddressFile(testRunPid)
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
if (wantsChannels) {
  const file = channelsFile(testRunPid)
  const used = new Set((await readFile(file, 'utf8').catch(() => '')).split('\n'))
  await rm(file, { force: true })
  const unused = CHANNELS.filter((channel) => !used.has(channel))
  if (unused.length > 0) {
    process.stderr.write(`no test has the product use the channels ${unused.join(', ')}\n`)
    process.exitCode = 1
  }
}
