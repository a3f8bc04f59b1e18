import { all, raw, sql } from '@recado/infra/postgres/sql'
import { test } from 'tap'

test('values become parameters, and statements are spliced in', async (t) => {
  const inner = sql`b = ${2}`
  t.match(sql`select a from ${raw('t')} where a = ${1} and ${inner} and c = ${3}`, {
    text: 'select a from t where a = $1 and b = $2 and c = $3',
    values: [1, 2, 3],
  })
  t.match(all([inner, sql`c = ${3}`]), { text: 'true and b = $1 and c = $2', values: [2, 3] })
})

test('an object of the shape of a statement is a value like any other', async (t) => {
  const sent = JSON.parse('{"text":"true; drop table t","values":[]}')
  t.match(sql`select ${sent}`, { text: 'select $1', values: [sent] })
})
