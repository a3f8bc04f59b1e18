import fc from 'fast-check'

/** Incompressible characters: the longest texts in an index entry. */
const INCOMPRESSIBLE = [
  [...'0123456789'],
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/'],
]

/** Other alphabets, each a class of characters that may cause trouble. */
const ALPHABETS: readonly (readonly string[])[] = [
  ['\0'],
  ['\ud800', '\udfff', 'a'],
  ['\ud83d\ude00', '\u{10ffff}', '\u{20000}'],
  ['\u0001', '\u001f', '\u007f', '\u0085', '\u2028', '\ufeff', '\ufffe'],
  ['é', 'ß', 'İ', 'ﬁ', 'Ǆ', '\u0301', '\u200d', '\u202e'],
  ['٣', '৭', '１', '²', '½', 'Ⅷ'],
  [' ', '\t', '\n', '\u00a0', '\u3000'],
  ['"', '\\', "'", '`', '$', '%', '{', '}', '<', '>', '&', '/', '.', ';', ':', '@', '_', '-'],
]

/** Length bounds that our texts have. */
const EDGES = [0, 1, 20, 24, 40, 64, 100, 120, 128, 256, 512, 1_024, 2_048, 4_096]
/** Lengths that no index entry can hold. */
const HUGE = [2_800, 9_000, 12_000]

const ODD = [
  ...['__proto__', 'constructor', 'null', 'undefined', 'NaN', 'true', '[]', '{}', '..', '%', '%00'],
  ...['-1', '0', '1e999', '9007199254740993', '9223372036854775807', '9223372036854775808'],
  ...['0000-01-01T00:00:00Z', '0000-12-31T23:59:59-23:59', '0001-01-01T00:00:00+23:59'],
  ...['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59-23:59', '2024-02-30T00:00:00Z'],
  ...['2026-01-01T00:00:00+16:00', '2026-01-01T24:00:00Z', '2026-01-01', '253402300800'],
  ...['8640000000000', '8640000000001', '+553187654321@c.us', '@', '@ana', 'tel:+5531987654321'],
  ...[
    'http://',
    'https://a.example/\0',
    'javascript:1',
    'http://[::1]/',
    '00000000-0000-0000-0000-000000000000',
  ],
]

/** Texts of a length near a bound, of one class of characters. */
export const edgyTexts = (edges: readonly number[] = EDGES): fc.Arbitrary<string> =>
  fc
    .record({
      alphabet: fc.oneof(fc.constantFrom(...INCOMPRESSIBLE), fc.constantFrom(...ALPHABETS)),
      edge: fc.oneof({ arbitrary: fc.constantFrom(...edges), weight: 2 }, fc.constantFrom(...HUGE)),
      off: fc.constantFrom(-1, 0, 1),
      seed: fc.integer(),
    })
    .map(({ alphabet, edge, off, seed }) => textOf(alphabet, Math.max(0, edge + off), seed))

/** Texts that no sensible client sends. */
export const hostileTexts: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: edgyTexts(), weight: 2 },
  fc.constantFrom(...ODD),
  fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 20 }).map(ofPoints),
)

function ofPoints(points: readonly number[]): string {
  return String.fromCodePoint(...points)
}

/** `length` characters, always the same for the same seed. */
function textOf(alphabet: readonly string[], length: number, seed: number): string {
  let state = seed | 1
  const next = () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    return (state ^ (state >>> 13)) >>> 0
  }
  return Array.from({ length }, () => alphabet[next() % alphabet.length]).join('')
}
