import { withoutNul } from '@recado/projectors/engine/write-rows'
import { test } from 'tap'

const NUL = String.fromCharCode(0)

test('NUL is removed from texts, also within nested JSON, and what only looks like NUL stays', async (t) => {
  const texts = [
    `a${NUL}b`,
    `${NUL}${NUL}`,
    'u0000',
    '\\u0000',
    '\\\\u0000',
    `\\${NUL}\\`,
    `\\\\${NUL}`,
  ]
  for (const text of texts) {
    const without = text.replaceAll(NUL, '')
    t.equal(JSON.parse(withoutNul(JSON.stringify(text))), without, JSON.stringify(text))
    t.same(JSON.parse(withoutNul(JSON.stringify({ text }))), { text: without })
  }
  const [inner] = JSON.parse(withoutNul(JSON.stringify(['{"a":"b\\u0000"}'])))
  t.equal(inner, '{"a":"b\\u0000"}', 'JSON inside a JSON string is not parsed')
})

test('a long row of backslashes is read only once', async (t) => {
  // Anybody can write one to a number; reading it again from each backslash would stop the projector for hours.
  const text = `u0000${'\\'.repeat(2_000_000)}`
  t.equal(JSON.parse(withoutNul(JSON.stringify(text))), text)
})
