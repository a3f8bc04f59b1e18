import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startNode } from '@recado/standalone/supervision/node-process'
import { type SupervisorOptions, supervise } from '@recado/standalone/supervision/supervise'
import { type Test, test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { NODE_FLAGS } from '../../kit/node-flags.ts'
import { isGone, processesMarked } from '../../kit/processes.ts'

const entry = fileURLToPath(new URL('./fixtures/part.ts', import.meta.url))
const program = fileURLToPath(new URL('./fixtures/supervised.ts', import.meta.url))

test('a crash is logged, and the part restarted', async (t) => {
  const { supervisor, lines, run } = supervision(t, { pauseMs: 1 })
  const part = await run('worker')
  t.equal(part.port, 4242)
  process.kill(part.pid, 'SIGKILL')
  await eventually(() => {
    const { worker } = supervisor.pids()
    return worker !== undefined && worker !== part.pid
  })
  t.match(lines.join('\n'), /worker: crashed: ended by signal SIGKILL; restarting in 1 ms/)
  t.match(lines.join('\n'), /worker: hello from worker/)
  t.equal(lines.filter((line) => line === 'worker: starting').length, 2)
  t.match(lines.join('\n'), /worker: ready after \d+\.\d s/)
})

test('a part that keeps crashing is given up', async (t) => {
  const { supervisor, run } = supervision(t, { pauseMs: 1, crashes: 3 })
  await run('worker', { PART_CRASH: 'always' })
  t.equal(
    await supervisor.gaveUp,
    'worker crashed 3 times within 60 s, most recently: ended with exit code 7',
  )
})

test('a part that has served for a while is never given up, because the fault may pass', async (t) => {
  const { supervisor, lines } = supervision(t, { pauseMs: 1, crashes: 3, steadyMs: 0 })
  const ends: ((line: string) => void)[] = []
  const serve = () => {
    const ended = new Promise<string>((resolve) => void ends.push(resolve))
    return { pid: 1, ended, stop: async () => ends.at(-1)?.('stopped') }
  }
  let full = false
  await supervisor.start('database', async () => {
    if (full) throw new Error('no space left on device')
    return serve()
  })
  full = true
  ends[0]?.('ended with exit code 1')
  const crashes = () => lines.filter((line) => line.startsWith('database: crashed')).length
  await eventually(() => crashes() > 6)
  full = false
  await eventually(() => ends.length === 2 && 'database' in supervisor.pids())
  t.match(lines.join('\n'), /database: crashed: no space left on device; restarting/)
})

test('a module that cannot be loaded makes the start fail, with the reason in the log', async (t) => {
  const { supervisor, lines } = supervision(t, { pauseMs: 1, crashes: 2 })
  const start = supervisor.start('absent', (given) =>
    startNode({ entry: '/absent.js', env: {}, ...given }),
  )
  await t.rejects(start, /absent crashed 2 times/)
  t.match(lines.join('\n'), /ERR_MODULE_NOT_FOUND/)
})

test('parts are stopped in reverse order of their start', async (t) => {
  const { supervisor, lines, run } = supervision(t)
  await run('log')
  await run('api')
  await supervisor.stop()
  t.strictSame(supervisor.pids(), {})
  const last = () => lines.filter((line) => line.endsWith('ends'))
  // The last output of a process may be read after the process has ended.
  await eventually(() => last().length === 2)
  t.strictSame(last(), ['api: api ends', 'log: log ends'])
})

test('one Ctrl-C stops everything and exits with 0', async (t) => {
  const { child, pids, exit } = await started(t)
  child.kill('SIGINT')
  t.equal(await exit, 0)
  t.ok(pids.every(isGone))
})

test('children end when the program is killed', async (t) => {
  const { child, pids } = await started(t)
  child.kill('SIGKILL')
  await eventually(() => pids.every(isGone))
})

test('children end when the program is killed before they run any of their code', async (t) => {
  if (process.platform !== 'linux') return t.pass('needs /proc')
  const left = await Promise.all(
    [0, 50, 100, 150, 250, 400].map((ms) => killedWhileStarting(t, ms)),
  )
  for (const mark of left) await eventually(async () => (await processesMarked(mark)).length === 0)
})

/** Kills the small program `afterMs` after its first child exists. @returns the mark of its processes */
async function killedWhileStarting(t: Test, afterMs: number): Promise<string> {
  const mark = randomUUID()
  const main = spawn(process.execPath, [...NODE_FLAGS, program], {
    env: { ...process.env, MARK: mark, PART_QUIET: '1' },
  })
  t.teardown(async () => {
    for (const { pid } of await processesMarked(mark)) process.kill(pid, 'SIGKILL')
  })
  await eventually(async () =>
    (await processesMarked(mark)).some(({ command }) => /part\.[jt]s/.test(command)),
  )
  await delay(afterMs)
  main.kill('SIGKILL')
  return mark
}

function supervision(t: Test, options: Partial<SupervisorOptions> = {}) {
  const lines: string[] = []
  const log = (name: string) => (line: string) => void lines.push(`${name}: ${line}`)
  const supervisor = supervise({ log, ...options })
  t.teardown(() => supervisor.stop())
  const run = (name: string, env: Record<string, string> = {}) =>
    supervisor.start(name, (given) =>
      startNode({ entry, env: { PART_NAME: name, ...env }, ...given }),
    )
  return { supervisor, lines, run }
}

/** Starts the small program, and waits until both of its children are ready. */
async function started(t: Test) {
  const child = spawn(process.execPath, [...NODE_FLAGS, program])
  t.teardown(() => child.kill('SIGKILL'))
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const output = collected(child)
  const ready = await eventually(() => /all ready (.*)\n/.exec(output()) ?? undefined)
  return { child, exit, pids: Object.values<number>(JSON.parse(ready[1] ?? '')) }
}

function collected(child: ChildProcess): () => string {
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  return () => output
}
