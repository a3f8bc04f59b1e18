import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { test } from 'tap'
import { eventually } from './eventually.ts'
import { NODE_FLAGS } from './node-flags.ts'

test('a proxy that cuts a connection while its client closes it does not keep the process alive', async (t) => {
  const program = fileURLToPath(new URL('./cut-while-closing.ts', import.meta.url))
  const child = spawn(process.execPath, [...NODE_FLAGS, program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  t.equal(await eventually(() => child.exitCode ?? undefined), 0)
})
