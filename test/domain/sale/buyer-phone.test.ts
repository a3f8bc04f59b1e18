import assert from 'node:assert/strict'
import { buyerPhone } from '@recado/domain/sale/buyer-phone'
import fc from 'fast-check'
import { test } from 'tap'

const BRAZIL = ['5531999990000', '551140028922']

test('a phone without country code is one of the country of the own numbers', async (t) => {
  for (const [written, assumed_phone, own] of [
    ['(31) 98765-4321', '5531987654321', BRAZIL],
    ['31 8765-4321', '553187654321', BRAZIL],
    ['031 98765 4321', '5531987654321', BRAZIL],
    ['0 15 31 98765-4321', '5531987654321', BRAZIL],
    ['11 4002-8922', '551140028922', BRAZIL],
    ['55 99123-4567', '5555991234567', BRAZIL],
    ['98765-4321', '55987654321', BRAZIL],
    ['٣١٩٨٧٦٥٤٣٢١', '5531987654321', BRAZIL],
    ['0151 12345678', '4915112345678', ['4917612345678']],
    ['07 12 34 56 78', '2250712345678', ['2250787654321']],
    ['55 1234 5678', '525512345678', ['5215587654321']],
    ['(212) 555-1234', '12125551234', ['14155550000', '13055550000']],
  ] as const)
    t.match(buyerPhone(written, own), { assumed_phone }, written)
})

test('a phone with its country code is assumed to be nothing else', async (t) => {
  for (const [written, phone, own] of [
    ['5531987654321', '5531987654321', BRAZIL],
    ['+55 (31) 98765-4321', '5531987654321', BRAZIL],
    ['＋31 98765 4321', '31987654321', BRAZIL],
    ['(+31) 98765 4321', '31987654321', BRAZIL],
    ['tel:+31987654321', '31987654321', BRAZIL],
    ['0055 31 98765-4321', '5531987654321', BRAZIL],
    ['1 212 555 1234', '12125551234', BRAZIL],
    ['31 6 1234 5678', '31612345678', BRAZIL],
    ['351 912 345 678', '351912345678', BRAZIL],
    ['49 30 123456', '4930123456', ['4917612345678']],
    ['31987654321', '31987654321', []],
    ['31987654320', '31987654320', []],
  ] as const)
    t.same(buyerPhone(written, own), { phone }, written)
})

test('nothing is assumed for an account with numbers in several countries, or without any', async (t) => {
  const none = { assumed_phone: null }
  t.match(buyerPhone('(31) 98765-4321', [...BRAZIL, '351912345678']), none)
  t.strictSame(buyerPhone('031 98765-4321', []), { phone: '031987654321', assumed_phone: null })
})

const numbers = fc.tuple(
  fc.constantFrom('1', '7', '27', '44', '49', '91', '225', '351', '598', '971'),
  fc.constantFrom(9, 10, 11),
)
const digits = (length: number) =>
  fc.array(fc.integer({ min: 1, max: 9 }), { minLength: length, maxLength: length })

test('as many digits as the own numbers have at home are a number of that country', async () => {
  const cases = numbers.chain(([code, length]) =>
    fc.tuple(fc.constant(code), digits(length), digits(length)),
  )
  fc.assert(
    fc.property(cases, ([code, own, buyer]) => {
      const [ours, theirs] = [`${code}${own.join('')}`, buyer.join('')]
      for (const written of [theirs, `0${theirs}`])
        assert.equal(buyerPhone(written, [ours]).assumed_phone, `${code}${theirs}`)
      for (const written of [`+${code}${theirs}`, `00${code} ${theirs}`, `${code}${theirs}`])
        assert.deepEqual(buyerPhone(written, [ours]), { phone: `${code}${theirs}` })
    }),
    { numRuns: 200 },
  )
})
