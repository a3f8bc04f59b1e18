import { wordQuery, wordsOf, wordVector } from '@recado/application/read-models/words'
import fc from 'fast-check'
import { test } from 'tap'

const account = '6f2c51d0-0000-4000-8000-0000a1b2c3d4'

test('words are compared without case, accents and marks', async (t) => {
  t.same(wordsOf('Ana FLÁVIA d’Água, ana!'), ['ana', 'flavia', 'd', 'agua'])
  t.same(wordsOf('Großmann Łukasz Ærø ﬁm Ⅳ'), ['grossmann', 'lukasz', 'aero', 'fim', 'iv'])
  t.same(wordsOf('İstanbul Iğdır'), ['istanbul', 'igdir'])
  t.same(wordsOf('🌟 — …'), [])
  t.same(wordsOf('+55 (31) 98765-4321'), ['55', '31', '98765', '4321'])
})

test('a text is kept with the account, and each word of a search may begin one of it', async (t) => {
  t.equal(wordVector(account, 'Ana Reis'), "'a1b2c3d4ana' 'a1b2c3d4reis'")
  t.equal(wordVector(account, null), '')
  t.equal(wordQuery(account, 'rei Á'), "'a1b2c3d4rei':* & 'a1b2c3d4a':*")
  t.equal(wordQuery(account, '🌟'), null)
})

test('whatever the text, Postgres is given letters and digits, within bounds', async (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const words = wordsOf(text)
      t.ok(words.every((word) => /^[\p{L}\p{N}]+$/u.test(word) && [...word].length <= 40))
      t.same(new Set(wordsOf(text.toUpperCase())).size > 0, words.length > 0)
      t.match(wordVector(account, text), /^('[^' \\]+'( |$))*$/)
    }),
    { numRuns: 200 },
  )
})

test('every beginning of a word of a text finds it', async (t) => {
  const name = fc.stringMatching(/^[a-zà-öø-ÿ]{1,12}( [a-zà-öø-ÿ]{1,12}){0,3}$/)
  fc.assert(
    fc.property(name, fc.nat(), fc.nat(), (text, which, length) => {
      const words = text.split(' ')
      const word = words[which % words.length] ?? ''
      const begin = word.slice(0, 1 + (length % word.length))
      const [asked = ''] = wordsOf(begin)
      t.ok(
        wordsOf(text).some((own) => own.startsWith(asked)),
        `${begin} in ${text}`,
      )
    }),
    { numRuns: 200 },
  )
})

test('a text may be as long as it likes', async (t) => {
  t.equal(wordsOf(Array.from({ length: 5_000 }, (_, n) => `w${n}`).join(' ')).length, 1_000)
  t.same(wordsOf('a'.repeat(100_000)), ['a'.repeat(40)])
})
