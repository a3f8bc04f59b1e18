import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Test, test } from 'tap'
import { eventually } from '../kit/eventually.ts'

test('one command starts everything, one Ctrl-C stops it, the data stays', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'recado-main-'))
  t.teardown(() => rm(dataDir, { recursive: true, force: true }))
  // Closed to Postgres's own user, it would make its data elsewhere.
  await chmod(dataDir, 0o755)

  const first = await started(t, dataDir)
  const [account] = first.demo.accounts
  const connections = await connectionsOf(first.demo.base_url, account.api_key)
  t.strictSame(
    connections.map(({ id }) => id),
    account.connections.map(({ id }: { id: string }) => id),
  )
  const rival = start(t, dataDir)
  t.equal(await rival.exit, 1)
  t.match(rival.output(), /already runs on/)

  first.child.kill('SIGINT')
  t.equal(await first.exit, 0)
  t.ok(Object.values<number>(first.demo.pids).every(isGone))
  await t.rejects(readFile(join(dataDir, 'demo.json')))

  const second = await started(t, dataDir)
  t.strictSame(second.demo.accounts, first.demo.accounts)
  t.equal((await connectionsOf(second.demo.base_url, account.api_key)).length, 2)
  second.child.kill('SIGTERM')
  t.equal(await second.exit, 0)
})

function start(t: Test, dataDir: string) {
  const main = fileURLToPath(import.meta.resolve('@recado/standalone/main'))
  const child = spawn(process.execPath, ['--conditions=@recado/source', '--import=tsx', main], {
    env: { ...process.env, PORT: '0', RECADO_DATA_DIR: dataDir, RECADO_PLAIN: '1' },
  })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { child, exit, output: () => output }
}

async function started(t: Test, dataDir: string) {
  const program = start(t, dataDir)
  const ready = await eventually(() => {
    if (program.child.exitCode !== null) throw new Error(program.output())
    return program.output().includes('Recado is ready')
  }, 60_000)
  t.ok(ready)
  const demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  return { ...program, demo }
}

async function connectionsOf(baseUrl: string, key: string): Promise<{ id: string }[]> {
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${baseUrl}/connections`, { headers })
  return JSON.parse(await answer.text()).data
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}
