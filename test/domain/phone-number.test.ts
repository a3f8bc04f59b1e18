import {
  isSamePhone,
  numberIn,
  phoneDigits,
  phoneMatchKey,
  phoneVariants,
} from '@recado/domain/phone-number'
import fc from 'fast-check'
import { test } from 'tap'

const SAME: readonly (readonly [string, string, boolean])[] = [
  ['5531987654321', '553187654321', true],
  ['5511987654321', '551187654321', true],
  ['5531932654321', '553132654321', false],
  ['553132654321', '5531932654321', false],
  ['5520987654321', '552087654321', false],
  ['5508001234567', '5508001234567', true],
  ['+55 (31) 98765-4321', '553187654321', true],
  ['5215512345678', '525512345678', true],
  ['5491123456789', '541123456789', true],
  ['5531977654321', '553177654321', true],
  ['2290197123456', '22997123456', true],
  ['2290197123456', '22997123457', false],
  ['', '', false],
]

for (const [one, other, same] of SAME) {
  test(`"${one}" and "${other}" are ${same ? 'one line' : 'two lines'}`, async (t) => {
    t.equal(isSamePhone(one, other), same)
    t.equal(isSamePhone(other, one), same)
  })
}

test('a toll-free number has one form', async (t) => {
  t.same(phoneVariants('5508001234567'), ['5508001234567'])
})

test('a Brazilian mobile has its long form first', async (t) => {
  t.same(phoneVariants('553187654321'), ['5531987654321', '553187654321'])
  t.same(phoneVariants('5531987654321'), ['5531987654321', '553187654321'])
  t.equal(phoneMatchKey('553187654321'), '5531987654321')
})

test('a new mobile that begins with 90 to 95 has no short form', async (t) => {
  t.same(phoneVariants('5531932654321'), ['5531932654321'])
})

test('a number of Benin keeps the match key of its old form', async (t) => {
  t.equal(phoneMatchKey('2290197123456'), '22997123456')
  t.equal(phoneMatchKey('22997123456'), '22997123456')
})

test('only digits count', async (t) => {
  t.equal(phoneDigits('+55 (11) 91234-5678'), '5511912345678')
  t.equal(phoneDigits('none'), '')
})

/** The zero of each script that has digits. */
const ZEROS = [...Array(0x1fbf1).keys()]
  .filter((code) => /\p{Nd}/u.test(String.fromCodePoint(code)))
  .filter((_, place) => place % 10 === 0)
const BETWEEN = [
  '',
  ' ',
  '\u00a0',
  '\u2009',
  '\u3000',
  '-',
  '\u2010',
  '\u2013',
  '\u2212',
  '.',
  '/',
  '(',
  ')',
  '+',
  '\uff0b',
]

test('a number is read alike in every script and format', async () => {
  const written = fc.record({
    digits: fc.stringMatching(/^\d{8,15}$/),
    zero: fc.constantFrom(...ZEROS),
    between: fc.array(fc.constantFrom(...BETWEEN), { minLength: 15, maxLength: 15 }),
    prefix: fc.constantFrom('', 'tel:', 'TEL:', ' tel: '),
  })
  fc.assert(
    fc.property(written, ({ digits, zero, between, prefix }) => {
      const signs = [...digits].map((digit) => String.fromCodePoint(zero + Number(digit)))
      const text = prefix + signs.map((sign, place) => `${between[place] ?? ''}${sign}`).join('')
      return phoneDigits(text) === digits && numberIn(text) === digits
    }),
    { numRuns: 2_000 },
  )
})

test('a text with letters, or without digits, is no number', async (t) => {
  for (const text of ['', '+ () -', 'tel:', 'loja 551132654321', 'x551132654321'])
    t.equal(numberIn(text), null, text)
})

const COUNTRIES = [
  ['5531987654321', '553187654321'],
  ['5215512345678', '525512345678'],
  ['22923456789', '2290123456789'],
  ['5491123456789', '541123456789'],
] as const

test('a number of some countries has two forms, of which the first is the key', async (t) => {
  for (const forms of COUNTRIES) for (const form of forms) t.same(phoneVariants(form), forms, form)
})

test('digits before or after a number make it another one, without the forms of a country', async (t) => {
  for (const number of COUNTRIES.flat())
    for (const longer of [`9${number}`, `${number}9999`]) t.same(phoneVariants(longer), [longer])
})

test('every variant of a number has the same variants', async () => {
  const digits = fc.stringMatching(/^(55|52|54|521|549)?\d{8,11}$/)
  fc.assert(
    fc.property(digits, (phone) =>
      phoneVariants(phone).every(
        (variant) => phoneVariants(variant).join() === phoneVariants(phone).join(),
      ),
    ),
    { numRuns: 2_000 },
  )
})
