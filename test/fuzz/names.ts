import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { addFreemium, addOfficial, issueKey, openTenant } from '../kit/tenants.ts'
import type { World } from '../kit/world.ts'
import type { Case } from './case.ts'
import { withRaw } from './json.ts'

type Many = { data: { id: string; contact_id: string }[] }

/** The values for the names in «» in this world, where one resource of each kind is created for them. */
export async function namesOf(world: World): Promise<ReadonlyMap<string, string>> {
  const { connection, tenant, customer } = world
  const product = world.product()
  const phone = '5531987654321'
  await metaSays(world, { messages: [textFrom({ phone })] })
  const first = (path: string) =>
    eventually(async () => (await tenant.api.get<Many>(path)).body.data[0])
  const conversation = await first('/conversations')
  const spare = await openTenant(product)
  const scopes = ['read', 'write']
  return new Map(
    Object.entries({
      ...{ phone, 'other phone': '5531911112222', customer: customer.url, account: tenant.id },
      ...{ connection: connection.id, digits: connection.phone_number_digits },
      ...{ number: connection.phone_number_id, waba: connection.waba_id },
      freemium: (await addFreemium(product, tenant.id)).id,
      conversation: conversation.id,
      contact: conversation.contact_id,
      stage: (await first('/stages')).id,
      'log id': String((await first('/messages')).id),
      'spare account': spare.id,
      'spare connection': (await addOfficial(product, spare.id)).id,
      'spare key': (await issueKey(product, spare.id, scopes)).id,
    }),
  )
}

/** The case with the names in «» replaced by values of this world; `unique` is different in every case. */
export function named(one: Case, names: ReadonlyMap<string, string>, unique: string): Case {
  const fill = (text: string) =>
    text.replace(/«([^»]*)»/g, (all, name) => (name === 'unique' ? unique : names.get(name)) ?? all)
  const headers = Object.entries(one.headers).map(([name, value]) => [name, fill(value)])
  return {
    ...one,
    path: fill(one.path),
    headers: Object.fromEntries(headers),
    body: one.body === null ? null : fill(withRaw(one.body)),
  }
}
