import { test } from 'tap'
import { listed, type One, save } from '../kit/contacts.ts'
import { sharedProduct } from '../kit/shared-product.ts'
import { openTenant } from '../kit/tenants.ts'

const product = await sharedProduct()

// The table of the numbering rules, with the pairs of Mexico and Argentina.
const pairs: readonly (readonly [one: string, other: string, same: boolean, why: string])[] = [
  ['5531987654321', '553187654321', true, 'a mobile with and without its ninth digit'],
  ['553187654321', '5531987654321', true, 'the same, the old form first'],
  ['5511987654321', '551187654321', true, 'also where ids keep the 9'],
  ['5531932654321', '553132654321', false, 'a new mobile and a landline'],
  ['553132654321', '5531932654321', false, 'a landline never gains a 9'],
  ['5520987654321', '552087654321', false, 'there is no DDD 20'],
  ['5508001234567', '558001234567', false, 'toll free is no mobile'],
  ['5215512345678', '525512345678', true, 'the old and the present form of a Mexican number'],
  ['525512345678', '5215512345678', true, 'the same, the present form first'],
  ['5491123456789', '541123456789', true, 'an Argentinian mobile with and without its 9'],
  ['541123456789', '5491123456789', true, 'the same, without it first'],
  ['5511987654321', '5521987654321', false, 'two cities'],
]

for (const [one, other, same, why] of pairs) {
  test(`${one} and ${other}: ${why}`, async (t) => {
    const tenant = await openTenant(product)
    const first = (await save(tenant, { phone: one })).body.data
    t.same((await listed(tenant, `phone=${other}`)).ids, same ? [first.id] : [])
    const second = await save(tenant, { phone: other })
    t.equal(second.status, same ? 200 : 201)
    t.equal(second.body.data.id === first.id, same)
    t.equal(second.body.data.phone, same ? one : other, 'what was stored first stays')
    t.same((await listed(tenant, `phone=${one}`)).ids, [first.id])
  })
}

test('PATCH replaces the stored form of a phone, and both forms find the contact', async (t) => {
  const tenant = await openTenant(product)
  const { id } = (await save(tenant, { phone: '553187654321' })).body.data
  const changed = await tenant.api.patch<One>(`/contacts/${id}`, { phone: '+55 31 98765-4321' })
  t.equal(changed.body.data.phone, '5531987654321')
  for (const phone of ['553187654321', '5531987654321', '%2B55%20(31)%2098765-4321'])
    t.same((await listed(tenant, `phone=${phone}`)).ids, [id])
  t.equal((await save(tenant, { phone: '553187654321' })).body.data.phone, '5531987654321')
})
