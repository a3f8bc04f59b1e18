import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Test, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { NODE_FLAGS } from '../kit/node-flags.ts'

const LEFT = fileURLToPath(new URL('./reader-gone.ts', import.meta.url))
const ARGS = [...NODE_FLAGS, LEFT]

test('a process continues when its log can no longer be written', async (t) => {
  await t.test('because the reader ended with lines unread', async (t) => {
    const child = started(t, 'pipe')
    // The output is never read: unread bytes turn the end of the reader into a connection reset.
    await once(child, 'message')
    child.stdout?.destroy()
    await goesOn(t, child)
  })

  await t.test('because the reader does not read', async (t) => {
    const child = started(t, 'pipe')
    await once(child, 'message')
    await goesOn(t, child)
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += chunk
    })
    await eventually(() => text.includes('"msg":"one more"'))
    child.kill('SIGKILL')
  })

  await t.test('because the disk is full', async (t) => {
    if (process.platform !== 'linux') return t.pass('needs /dev/full')
    const full = openSync('/dev/full', 'w')
    t.teardown(() => closeSync(full))
    const child = started(t, full)
    await once(child, 'message')
    await goesOn(t, child)
  })
})

function started(t: Test, stdout: 'pipe' | number): ChildProcess {
  const child = spawn(process.execPath, ARGS, { stdio: ['ignore', stdout, 'inherit', 'ipc'] })
  t.teardown(() => child.kill('SIGKILL'))
  return child
}

async function goesOn(t: Test, child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(() => 'ended')
  child.send('go on')
  const said = once(child, 'message', { signal: AbortSignal.timeout(100_000) }).then(
    ([word]) => word,
  )
  t.equal(await Promise.race([said, ended]), 'went on')
}
