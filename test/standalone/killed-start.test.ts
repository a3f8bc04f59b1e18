import { type Test, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { isGone, processesMarked } from '../kit/processes.ts'
import { dataFolder, type Standalone, start } from '../kit/standalone.ts'

type BreakOff = (program: Standalone) => unknown

test('an aborted start leaves no process behind', async (t) => {
  if (process.platform !== 'linux') return t.pass('needs /proc')
  const dataDir = await dataFolder(t)

  /** Aborts a start as soon as a process with this text in its command line runs. */
  const brokenOff = async (t: Test, words: string, breakOff: BreakOff) => {
    const program = start(t, dataDir)
    await eventually(async () => {
      if (program.child.exitCode !== null) throw new Error(program.output())
      return (await commands(dataDir)).some((command) => command.includes(words))
    })
    await breakOff(program)
    return { exit: await program.exit, output: program.output() }
  }
  const allGone = () =>
    eventually(async () => {
      const left = await commands(dataDir)
      if (left.length > 0) throw new Error(`still there: ${left.join('\n')}`)
      return true
    })
  const interrupt = ({ child }: Standalone) => child.kill('SIGINT')

  for (const words of ['initdb', 'projectors/main']) {
    await t.test(`with Ctrl-C while ${words} starts`, async (t) => {
      const { exit, output } = await brokenOff(t, words, interrupt)
      t.equal(exit, 0)
      t.match(output, /stopping; press Ctrl-C again to force it/)
      t.match(output, /stopped; the data stays in/)
      t.notMatch(output, /failed: |crashed/)
      // A child of initdb may end a moment after it.
      if (words === 'initdb') await allGone()
      t.same(await commands(dataDir), [])
    })
  }
  await t.test('with a second Ctrl-C, which stops at once', async (t) => {
    const words = 'simulators/main'
    const frozen: number[] = []
    const { exit, output } = await brokenOff(t, words, async (program) => {
      // While a part cannot end, the first Ctrl-C is not done before the second comes.
      for (const { pid, command } of await processesMarked(dataDir))
        if (command.includes(words) && process.kill(pid, 'SIGSTOP')) frozen.push(pid)
      interrupt(program)
      void eventually(() => program.output().includes('stopping')).then(() => interrupt(program))
    })
    for (const pid of frozen) if (!isGone(pid)) process.kill(pid, 'SIGCONT')
    t.equal(exit, 1)
    t.match(output, /forced/)
    t.ok(await allGone())
  })
  await t.test('with kill -9 while the APIs start', async (t) => {
    await brokenOff(t, 'standalone/api/main', ({ child }) => child.kill('SIGKILL'))
    t.ok(await allGone())
  })
})

/** The command lines of the processes that use the folder. */
async function commands(dataDir: string): Promise<string[]> {
  const running = await processesMarked(dataDir)
  return running.map(({ command }) => command.replaceAll('\0', ' '))
}
