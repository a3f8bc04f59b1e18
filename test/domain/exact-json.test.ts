import { ExactNumber, exactText } from '@recado/domain/exact-json'
import { asNative, nativeText, nativeValue, readNative } from '@recado/domain/native-json'
import { exactForeignJson } from '@recado/infra/foreign-json'
import fc from 'fast-check'
import { test } from 'tap'

const CASES = [
  '{"id":9223372036854775807}',
  '{"a":1.0,"b":-0,"c":1e400,"d":1E5,"e":0.10,"f":1.7976931348623157e308,"g":12345678901234567}',
  '{"b":1,"10":2,"2":3,"a":[{"1":1,"0":[1.50]}]}',
  '[1e400,[-0],{"x":[9007199254740993,1]}]',
  '{"s":"a \\" 1e400, \\\\","t":":12345678901234567,","u":"é","__proto__":{"1":2.0}}',
  '{"at":"2026-01-01T10:00:00.000Z","n":12,"m":-1.5,"nothing":null,"yes":true}',
]

test('a JSON text is read and written without loss', async (t) => {
  for (const text of CASES) {
    t.equal(exactText(readNative(text)), text)
    t.equal(exactText(exactForeignJson(text)), text, 'a provider’s too')
  }
})

test('what JavaScript holds is read as plain JSON', async (t) => {
  const text = CASES.at(-1) ?? ''
  t.same(readNative(text), JSON.parse(text))
  t.equal(typeof asNative(readNative(text) as object), 'object')
})

test('a text of a foreign program that is no JSON stays', async (t) => {
  t.equal(nativeValue('Olá' as unknown as object), 'Olá')
})

const digits = fc.stringMatching(/^-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,8})?([eE][+-]?[0-9]{1,4})?$/)
const anyJson = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    digits,
    fc.string().map((text) => JSON.stringify(text)),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(',')}]`),
    tie('object'),
  ),
  object: fc
    .uniqueArray(fc.tuple(fc.oneof(fc.string(), fc.nat().map(String)), tie('value')), {
      selector: ([name]) => name,
      maxLength: 5,
    })
    .map((all) => `{${all.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`),
}))

test('any JSON survives facts, which are written and read as plain JSON', async (t) => {
  const keeps = (text: string) => {
    const field = JSON.parse(JSON.stringify({ field: asNative(readNative(text) as object) })).field
    return nativeText(field) === text && exactText(nativeValue(field)) === text
  }
  t.doesNotThrow(() => fc.assert(fc.property(anyJson.object, keeps), { numRuns: 2_000 }))
})

test('copies with other fields keep numbers and order', async (t) => {
  const { a, ...rest } = readNative('{"b":1.0,"2":2,"a":0,"1":3}') as Record<string, unknown>
  t.equal(a, 0)
  t.equal(exactText({ ...rest, c: 4 }), '{"b":1.0,"2":2,"1":3,"c":4}')
  t.equal(JSON.stringify(rest), '{"1":3,"2":2,"b":1}', 'plain JSON rounds')
})

test('NUL and lone surrogates are replaced beside exact numbers, and of equal names the last counts', async (t) => {
  const text = '{"a\\u0000":"\\ud800x","n":1.0,"d":1.0,"d":2.0,"deep":["\\u0000"]}'
  t.equal(
    exactText(exactForeignJson(text)),
    '{"a\ufffd":"\ufffdx","n":1.0,"d":2.0,"deep":["\ufffd"]}',
  )
  t.throws(() => exactForeignJson('{"n":1.0,}'), SyntaxError)
  t.throws(() => exactForeignJson('{"n":01.0}'), SyntaxError)
})

test('a long text and many fields cost no stack', async (t) => {
  const long = `{"n":1.0,"t":${JSON.stringify('\\"x'.repeat(500_000))},"l":[${'1.0,'.repeat(100_000)}2]}`
  t.equal(exactText(readNative(long)), long)
})

test('an id is the digits of a whole number', async (t) => {
  t.equal(new ExactNumber('9223372036854775807').asId(), '9223372036854775807')
  t.equal(new ExactNumber('1795228590.0').asId(), '1795228590')
  t.equal(new ExactNumber('1e400').asId(), null)
  t.equal(new ExactNumber('-0').asId(), '0')
})
