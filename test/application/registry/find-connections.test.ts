import { findConnections, fittingConnections } from '@recado/application/registry/find-connections'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import fc from 'fast-check'
import { test } from 'tap'

/** The connections of an account, by the digits of their numbers; those of `gone` were released. */
function of(numbers: readonly string[], gone: readonly string[] = []) {
  const entries = [...numbers, ...gone].map(
    (phone_number_digits, n) =>
      ({ id: String(n), phone_number_digits, released: n >= numbers.length }) as ConnectionEntry,
  )
  return { connection: () => undefined, connectionsOf: () => entries }
}

const digitsOf = (found: readonly ConnectionEntry[] | null) =>
  found?.map(({ phone_number_digits }) => phone_number_digits)

const asked = (registry: ReturnType<typeof of>, text: string) =>
  digitsOf(findConnections(registry, 'account', text))

const LONG = '5531987654321'
const SHORT = '553187654321'

test('exactly these digits come first', async (t) => {
  t.same(asked(of([LONG, SHORT]), LONG), [LONG])
  t.same(asked(of([LONG, SHORT]), '+55 (31) 8765-4321'), [SHORT])
  t.same(asked(of([LONG, LONG, SHORT]), LONG), [LONG, LONG], 'several that are exactly these')
})

test('without them, the ninth digit may be missing or added, from any mobile', async () => {
  const pairs = fc.record({
    ddd: fc.constantFrom('11', '21', '31', '55', '71', '99'),
    line: fc.stringMatching(/^\d{8}$/),
  })
  fc.assert(
    fc.property(pairs, ({ ddd, line }) => {
      const [long, short] = [`55${ddd}9${line}`, `55${ddd}${line}`]
      const isFound = (own: string, text: string) => asked(of([own]), text)?.[0] === own
      return isFound(long, short) && isFound(short, long)
    }),
  )
})

test('several that fit are all meant, and other numbers are not', async (t) => {
  t.same(asked(of([LONG, LONG]), SHORT), [LONG, LONG])
  t.same(asked(of(['5520987654321']), '552087654321'), [], 'there is no area code 20')
  t.same(asked(of(['5491123456789']), '541123456789'), ['5491123456789'])
  t.same(asked(of([LONG]), '5531987654322'), [])
  t.equal(asked(of([LONG]), 'shop'), undefined)
})

test('a released connection with exactly these digits does not hide one in use', async (t) => {
  t.same(asked(of([SHORT], [LONG]), LONG), [SHORT, LONG])
  t.same(asked(of([LONG], [LONG]), LONG), [LONG, LONG])
  t.same(asked(of([], [LONG]), SHORT), [LONG])
})

test('a number fits all that it may ever have meant', async (t) => {
  t.same(digitsOf(fittingConnections(of([LONG, SHORT]), 'account', SHORT)), [LONG, SHORT])
})
