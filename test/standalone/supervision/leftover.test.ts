import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { commandLine, fromPs } from '@recado/standalone/supervision/command-line'
import { endLeftover } from '@recado/standalone/supervision/leftover'
import { type Test, test } from 'tap'

// Told by the process itself: until then it may still be the shell's fork, without a command line of its own.
const WAIT = 'console.log(process.pid); setTimeout(() => undefined, 60_000)'

/** A process that only waits, with a word in its command line, as the child of a shell that reaps it at once. */
async function waiting(t: Test, word: string): Promise<number> {
  const shell = spawn('/bin/sh', ['-c', '"$@" & wait', 'sh', process.execPath, '-e', WAIT, word])
  const [line] = await once(shell.stdout, 'data')
  const pid = Number(line)
  t.teardown(() => {
    if (isThere(pid)) process.kill(pid, 'SIGKILL')
  })
  return pid
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a command line is read the same way with /proc and without', async (t) => {
  const pid = await waiting(t, '/data/of-the-shop')
  for (const read of [commandLine, fromPs]) {
    const line = await read(pid)
    for (const word of [process.execPath, '/data/of-the-shop']) t.ok(line.includes(word), word)
    t.equal(await read(2 ** 22 + 1), '', 'no process has that id')
  }
})

test('a process that only reused the id of a leftover is left alone', async (t) => {
  const pid = await waiting(t, '/data/of-the-shop')
  const pidFile = join(t.testdir({ 'server.pid': `${pid}\n` }), 'server.pid')
  const end = (words: readonly string[]) =>
    endLeftover({ pidFile, words, signal: 'SIGTERM', log: () => undefined })
  await end(['node', '/data/of-another'])
  t.ok(isThere(pid))
  t.notOk(existsSync(pidFile), 'nor does the file name it any longer')
})

test('a leftover that ends by itself before the signal is no error', async (t) => {
  const pid = await waiting(t, '/data/of-the-shop')
  const pidFile = join(t.testdir({ 'server.pid': `${pid}\n` }), 'server.pid')
  // Called between the look at the process and the signal.
  const log = () => {
    execFileSync('/bin/sh', ['-c', `kill -9 ${pid}; while kill -0 ${pid} 2>/dev/null; do :; done`])
  }
  await endLeftover({ pidFile, words: ['/data/of-the-shop'], signal: 'SIGTERM', log })
  t.notOk(isThere(pid))
})
