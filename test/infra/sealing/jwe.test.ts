import { randomBytes } from 'node:crypto'
import { openJwe, sealJwe } from '@recado/infra/sealing/jwe'
import { test } from 'tap'

const key = Buffer.from(Array.from({ length: 32 }, (_, n) => n))
const of = {
  kid: 'mf1abcd0a0123456789ab.12',
  fact: '3b0c2a52-0a5c-4a39-9d0e-3a1c1f6d3c11',
  type: 'MessageReceived',
}
/** What is written in a header as JSON escapes it. */
const escaped = { ...of, fact: 'a"b\\c\u0007é\ud800' }

/** Sealed parts as logs have them, made by the first version of this form. */
const STORED: readonly (readonly [text: string, names: typeof of, jwe: string])[] = [
  [
    '{"name":"Ana – ação 😀"}',
    of,
    'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoibWYxYWJjZDBhMDEyMzQ1Njc4OWFiLjEyIiwiZmFjdCI6IjNiMGMyYTUyLTBhNWMtNGEzOS05ZDBlLTNhMWMxZjZkM2MxMSIsInR5cGUiOiJNZXNzYWdlUmVjZWl2ZWQifQ..Qtti8TeE2ZWrKoKi.hBzNltEWx_7uXdRmdauPhUSqz9ehox__axchNciI.Cpfxv7x97mcYwyvqiSunrg',
  ],
  [
    'Bom dia! '.repeat(60),
    of,
    'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwiemlwIjoiREVGIiwia2lkIjoibWYxYWJjZDBhMDEyMzQ1Njc4OWFiLjEyIiwiZmFjdCI6IjNiMGMyYTUyLTBhNWMtNGEzOS05ZDBlLTNhMWMxZjZkM2MxMSIsInR5cGUiOiJNZXNzYWdlUmVjZWl2ZWQifQ..n9pX0h53IhHp-pQj.Y7tdY2Ite00H6uXVyuyC96g.eIXneCLY6_dZvWN9JpwcSg',
  ],
  [
    'x',
    escaped,
    'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoibWYxYWJjZDBhMDEyMzQ1Njc4OWFiLjEyIiwiZmFjdCI6ImFcImJcXGNcdTAwMDfDqVx1ZDgwMCIsInR5cGUiOiJNZXNzYWdlUmVjZWl2ZWQifQ..U-dPcXtO6SLwOA6K.hA.8eEqiJhQZ7llanOs_Yp4aA',
  ],
]

test('sealed parts of earlier logs open, and new ones have the same header', (t) => {
  for (const [text, names, jwe] of STORED) {
    t.equal(openJwe(key, names, jwe), text)
    const made = sealJwe(key, names, text)
    t.equal(headerOf(made), headerOf(jwe))
    t.equal(openJwe(key, names, made), text)
  }
  t.end()
})

test('a header that says otherwise whether the text is compressed opens nothing', (t) => {
  const [short = '', long = ''] = STORED.map(([, , jwe]) => jwe)
  t.throws(() => openJwe(key, of, short.replace(headerOf(short), headerOf(long))))
  t.throws(() => openJwe(key, of, long.replace(headerOf(long), headerOf(short))))
  for (const cut of ['', '....', headerOf(short), `${headerOf(long)}....`])
    t.throws(() => openJwe(key, of, cut), cut)
  t.end()
})

test('no two texts are sealed with the same nonce, and one that was given out never changes', (t) => {
  const other = randomBytes(32)
  const made = Array.from({ length: 2_000 }, (_, n) => sealJwe(other, of, `text ${n}`))
  t.equal(new Set(made.map((jwe) => jwe.split('.')[2])).size, made.length)
  for (const [n, jwe] of made.entries())
    if (openJwe(other, of, jwe) !== `text ${n}`) t.fail(`text ${n} does not open`)
  t.end()
})

function headerOf(jwe: string): string {
  return jwe.slice(0, jwe.indexOf('.'))
}
