import { readFile, rm } from 'node:fs/promises'
import { CHANNELS } from './channels.ts'
import { eventually } from './eventually.ts'
import { channelsFile, postgresAddressFile, wantsChannels } from './test-run.ts'

// tap runs this file once after all test files, as our parent process: it stops the Postgres server that
// the run shares and waits until the server is gone.

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
if (wantsChannels) {
  const file = channelsFile(process.ppid)
  const used = new Set((await readFile(file, 'utf8').catch(() => '')).split('\n'))
  await rm(file, { force: true })
  const unused = CHANNELS.filter((channel) => !used.has(channel))
  if (unused.length > 0) {
    process.stderr.write(`no test has the product use the channels ${unused.join(', ')}\n`)
    process.exitCode = 1
  }
}
