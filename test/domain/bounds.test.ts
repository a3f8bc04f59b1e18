import { BOUNDS, brokenBound, type Kind } from '@recado/domain/bounds'
import fc from 'fast-check'
import { test } from 'tap'

/** Texts of one unit each: a digit, a letter, and characters of two, three and four bytes. */
const PIECES = ['1', 'a', '\u0080', '\u07ff', 'ç', '\u0800', '\uffff', '€', '\u{10000}', '😀']

test('a text is counted in the unit of its kind: bytes of UTF-8, characters or digits', async () => {
  const kinds = fc.constantFrom(...(Object.keys(BOUNDS) as Kind[]))
  const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 600 }).map((all) => all.join(''))
  const sizes = {
    bytes: (text: string) => Buffer.byteLength(text),
    characters: (text: string) => Array.from(text).length,
    digits: (text: string) => text.replace(/\D/g, '').length,
  }
  const isRight = (kind: Kind, text: string) => {
    const { most, unit } = BOUNDS[kind]
    const said = sizes[unit](text) <= most ? null : `must have at most ${most} ${unit}`
    return brokenBound(kind, text) === said
  }
  fc.assert(fc.property(kinds, texts, isRight), { numRuns: 300 })
})

for (const [piece, bytes] of [
  ['\u007f', 1],
  ['\u0080', 2],
  ['\u07ff', 2],
  ['\u0800', 3],
  ['\uffff', 3],
  ['\u{10000}', 4],
] as const)
  test(`U+${piece.codePointAt(0)?.toString(16)} counts ${bytes} bytes`, async (t) => {
    const { most } = BOUNDS.provider_id
    const fitting = piece.repeat(Math.floor(most / bytes))
    t.equal(brokenBound('provider_id', fitting), null)
    t.equal(brokenBound('provider_id', `${fitting}${piece}`), 'must have at most 512 bytes')
  })
