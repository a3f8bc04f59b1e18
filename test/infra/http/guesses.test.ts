import { openGuesses } from '@recado/infra/http/guesses'
import { test } from 'tap'

test('wrong secrets make their client wait, each time longer, and nobody else', async (t) => {
  let now = 0
  const guesses = openGuesses(() => now)
  for (let n = 0; n < 9; n++) guesses.noteWrong('one')
  t.equal(guesses.waitOf('one'), null)
  const waits: (number | null)[] = []
  for (let n = 0; n < 12; n++) {
    guesses.noteWrong('one')
    waits.push(guesses.waitOf('one'))
  }
  t.same(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
  t.equal(guesses.waitOf('another'), null, 'only this client waits')
  guesses.noteRight('one')
  t.equal(guesses.waitOf('one'), null)
  for (let n = 0; n < 30; n++) guesses.noteWrong('another')
  t.ok(guesses.waitOf('another'))
  now += 300_000
  t.equal(guesses.waitOf('another'), null, 'no wait is for ever')
  now += 31 * 60_000
  guesses.noteWrong('another')
  t.equal(guesses.waitOf('another'), null, 'they are forgotten')
})
