import { test } from 'tap'
import { eventually } from '../../kit/eventually.ts'
import { dataFolder, start } from '../../kit/standalone.ts'

test('the product starts and stops although its output is not read', async (t) => {
  const program = start(t, await dataFolder(t))
  program.child.stdout?.destroy()
  await eventually(async () => {
    if (program.child.exitCode !== null) throw new Error(program.output())
    return (await program.demo()).accounts.length > 0
  })
  program.child.kill('SIGINT')
  t.equal(await program.exit, 0)
  t.equal(program.output(), '')
})
