import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'tap'
import { NODE_FLAGS } from '../kit/node-flags.ts'
import { dataFolder } from '../kit/standalone.ts'

const FIXTURE = fileURLToPath(
  new URL('../standalone/supervision/fixtures/exhausted.ts', import.meta.url),
)

test('a supervisor without file descriptors ends no server, and starts servers again when it has some', async (t) => {
  const limited = 'ulimit -n 256 && exec "$@"'
  const flags = [...NODE_FLAGS, FIXTURE, await dataFolder(t)]
  const { stdout } = await promisify(execFile)('/bin/sh', [
    '-c',
    limited,
    'sh',
    process.execPath,
    ...flags,
  ])
  const { natsEnd, during, after } = JSON.parse(stdout)
  t.equal(natsEnd, null, 'a probe that could not start does not count as a failed server')
  for (const reason of during) t.match(reason, /did not start: spawn .*EMFILE/)
  t.match(after, /ended with exit code 0$/)
})
