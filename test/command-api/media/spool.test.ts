import { execFileSync } from 'node:child_process'
import { withSpool } from '@recado/command-api/media/spool'
import { spoolBudget } from '@recado/command-api/media/spool-budget'
import { test } from 'tap'
import { UNHURRIED } from '../../kit/unhurried.ts'

const BOUNDS = { account: 100, process: 100 }

/** Makes folders below one until their path is too long to be removed by it. */
function makeTooDeep(folder: string): void {
  const name = 'd'.repeat(250)
  const deeper = `for n in $(seq 20); do mkdir ${name} && cd -P ${name}; done`
  execFileSync('bash', ['-c', deeper], { cwd: folder })
}

test('an upload gives its space back, also when its folder cannot be removed', async (t) => {
  const budget = spoolBudget(UNHURRIED, BOUNDS)
  const takesAll = () => budget.open('account').take(100)
  let folder = ''
  t.teardown(() => execFileSync('rm', ['-rf', folder]))
  const upload = withSpool(budget.open('account'), async (spool) => {
    folder = spool.folder
    t.equal(spool.space.take(100), true)
    t.equal(takesAll(), false)
    makeTooDeep(folder)
  })
  await t.rejects(upload, { code: 'ENAMETOOLONG' })
  t.equal(takesAll(), true)
})
