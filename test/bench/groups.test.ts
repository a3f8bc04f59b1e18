import { GROUPS } from '@recado/bench/groups'
import { MAX_GROUP_MS } from '@recado/bench/measuring/run-groups'
import { test } from 'tap'

test('the groups of the bench', async (t) => {
  await t.test('have names of their own, and so have the rows of each', (t) => {
    const names = GROUPS.map(({ name }) => name)
    t.equal(new Set(names).size, names.length)
    for (const { name, rows } of GROUPS)
      t.equal(new Set(rows.map((row) => row.name)).size, rows.length, name)
    t.end()
  })

  await t.test('are expected to end within their time', (t) => {
    for (const { name, minutes } of GROUPS) t.ok(minutes * 60_000 <= MAX_GROUP_MS, name)
    t.end()
  })

  await t.test('have rows with a raw limit and goals of figures that they print', (t) => {
    for (const { rows } of GROUPS)
      for (const { name, against, figures, goals = [] } of rows) {
        t.ok(against.length > 0, name)
        for (const { figure } of goals) t.ok(figure === 'cpu' || figures.includes(figure), name)
      }
    t.end()
  })
})
