import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { messageId, providerMessageId } from '@recado/application/ids'
import { FACT_TYPES, personalFields, rawFields } from '@recado/domain/personal-fields'
import { isSamePhone } from '@recado/domain/phone-number'
import { erasedData, isSealed } from '@recado/infra/sealing/sealed-fact'
import { messageStandIn } from '@recado/infra/sealing/stand-in'
import fc from 'fast-check'
import { compactDecrypt } from 'jose'
import { test } from 'tap'
import { EVERY_FACT, NATIVE, PERSONAL } from '../../examples/every-fact.ts'
import { openedWhole, sealedWhole } from '../../kit/sealed.ts'

const key = randomBytes(32)
const names = (type: string) => ({ kid: 'batch.1', fact: randomUUID(), type })
const pseudonym = (value: string) => createHash('md5').update(value).digest()
const jsonOf = (value: unknown) => JSON.stringify(value)

for (const [type, data] of Object.entries(EVERY_FACT)) {
  test(`${type} is stored without a word of a person, and opens as it was`, async (t) => {
    const of = names(type)
    const stored = sealedWhole({ type, data }, of, key, pseudonym)
    // What is the account's own stays readable.
    const {
      target_url: _,
      signed: __,
      ...plain
    } = Object(isSealed(stored) ? erasedData(stored) : stored)
    for (const value of [...Object.values(PERSONAL), NATIVE])
      t.notOk(jsonOf(plain).includes(value), value)
    t.equal(jsonOf(isSealed(stored) ? openedWhole(stored, of, key) : stored), jsonOf(data))
  })

  test(`${type} has the same fields in the same order when its key is gone`, async (t) => {
    const stored = sealedWhole({ type, data }, names(type), key, pseudonym)
    const left = isSealed(stored) ? erasedData(stored) : stored
    t.same(Object.keys(left), Object.keys(data))
    t.same(kindsOf(left), kindsOf(data))
  })
}

test('another program of the standard opens a sealed part', async (t) => {
  const { type, data } = { type: 'ContactRenamed', data: EVERY_FACT.ContactRenamed }
  const of = names(type)
  const stored = sealedWhole({ type, data }, of, key, pseudonym)
  if (!isSealed(stored)) return t.fail('nothing is sealed')
  const { plaintext, protectedHeader } = await compactDecrypt(String(Object(stored).sealed), key)
  t.same(JSON.parse(new TextDecoder().decode(plaintext)), { name: data.name })
  t.same(protectedHeader, { alg: 'dir', enc: 'A256GCM', ...of })
})

test('a sealed part opens for its own fact and type only, under its own key, and unchanged', async (t) => {
  const { type, data } = { type: 'ContactRenamed', data: EVERY_FACT.ContactRenamed }
  const of = names(type)
  const stored = sealedWhole({ type, data }, of, key, pseudonym)
  if (!isSealed(stored)) return t.fail('nothing is sealed')
  t.throws(() => openedWhole(stored, { ...of, fact: randomUUID() }, key))
  t.throws(() => openedWhole(stored, { ...of, type: 'IdentityClaimed' }, key))
  t.throws(() => openedWhole(stored, of, randomBytes(32)))
  const sealed = String(Object(stored).sealed)
  const last = sealed.at(-3) === 'A' ? 'B' : 'A'
  const changed = `${sealed.slice(0, -3)}${last}${sealed.slice(-2)}`
  t.throws(() => openedWhole({ ...stored, sealed: changed }, of, key))
})

test('the largest record fits into an append when it is sealed, whatever it has', (t) => {
  const type = 'ProviderPostReceived'
  const random = () => String.fromCharCode(32 + ((randomBytes(1)[0] ?? 0) % 95))
  const ascii = Array.from({ length: 890 * 1024 }, random).join('')
  const body = ascii.replaceAll(/["\\]/g, 'x')
  for (const text of [body, 'ç'.repeat(445 * 1024)]) {
    const data = { ...EVERY_FACT.ProviderPostReceived, body: text }
    const of = names(type)
    const stored = sealedWhole({ type, data }, of, key, pseudonym)
    const size = Buffer.byteLength(jsonOf(stored))
    t.ok(size < 1_040_000, `${size} bytes`)
    t.same(isSealed(stored) && openedWhole(stored, of, key), data)
  }
  t.end()
})

test('a stand-in for an id of a provider leads to the same ids of ours', (t) => {
  const of = { connection_id: randomUUID(), provider_message_id: 'wamid.HBgNNTUzMTk4' }
  const stand = { ...of, provider_message_id: messageStandIn(of) }
  t.equal(providerMessageId(stand), providerMessageId(of))
  t.equal(messageId(stand), messageId(of))
  t.not(messageId({ ...of, connection_id: randomUUID() }), messageId(of))
  t.end()
})

test('whatever stands in its fields, a fact opens as it was', async () => {
  const anything = fc.oneof(
    fc.json().map((text) => JSON.parse(text)),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.constantFrom(...FACT_TYPES), fc.array(anything), (type, values) => {
      const paths = [...personalFields(type), ...rawFields(type)]
      const data: Record<string, unknown> = { account_id: 'of-nobody' }
      for (const [n, path] of paths.entries()) put(data, path.split('.'), values[n] ?? null)
      const of = names(type)
      const stored = sealedWhole({ type, data }, of, key, pseudonym)
      return jsonOf(isSealed(stored) ? openedWhole(stored, of, key) : stored) === jsonOf(data)
    }),
  )
})

test('equal names of persons have equal stand-ins, and words have none', async (t) => {
  const type = 'IdentityClaimed'
  const claimedBy = (match_key: string) => {
    const data = { ...EVERY_FACT.IdentityClaimed, match_key }
    return sealedWhole({ type, data }, names(type), key, pseudonym) as typeof data
  }
  const [one, same, other] = ['5531987654321', '553187654321', '5531987654322'].map(claimedBy)
  t.match(one, { match_key: /^0\d{39}$/, contact_id: EVERY_FACT.IdentityClaimed.contact_id })
  t.equal(same?.match_key, one?.match_key, 'with and without the ninth digit')
  t.ok(isSamePhone(String(same?.match_key), String(one?.match_key)))
  t.notOk(isSamePhone(String(other?.match_key), String(one?.match_key)))
  t.match(claimedBy('ana.reis').match_key, /^~/)
  const renamed = { type: 'ContactRenamed', data: EVERY_FACT.ContactRenamed }
  t.match(sealedWhole(renamed, names('ContactRenamed'), key, pseudonym), { name: '' })
})

/** The kinds of the values of an object, without those that a stand-in leaves out. */
function kindsOf(data: object): object {
  const kind = (value: unknown) =>
    Array.isArray(value) ? 'list' : value === null ? null : typeof value
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, kind(value)]))
}

function put(
  data: Record<string, unknown>,
  [first = '', ...rest]: readonly string[],
  value: unknown,
) {
  if (rest.length === 0) data[first] = value
  else {
    const below = Object(data[first] ?? {})
    data[first] = below
    put(below, rest, value)
  }
}
