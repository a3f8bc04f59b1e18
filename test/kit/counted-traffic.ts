import { eventually } from './eventually.ts'
import type { World } from './world.ts'

type Listed = { readonly pagination: { readonly total: number } }
type Calling = Pick<World, 'api'>

/** The total of a list. */
export async function totalIn(world: Calling, path: string): Promise<number> {
  const { body } = await world.api().get<Listed>(path)
  return body.pagination.total
}

/** Two people write; the answer to the first is read, the one to the second fails; a webhook receives every event. */
export async function countedTraffic(world: World): Promise<void> {
  const { id: connection_id, phone_number_id } = world.connection
  const until = (path: string, total: number) =>
    eventually(async () => (await totalIn(world, path)) === total)
  const send = (to: string) =>
    world.api().post('/messages', { connection_id, to, text: 'Tudo bem?' })
  await world.api().put('/webhooks', { connection_id, url: world.customer.url })
  for (const phone of ['5531987654321', '5521999990000']) await world.userWrites(phone, 'Oi')
  await until('/messages?direction=inbound', 2)
  await send('5531987654321')
  await until('/messages?status=read&direction=outbound', 1)
  await world.sim('POST', '/faults', { kind: 'failed_status', code: 131_026, phone_number_id })
  await send('5521999990000')
  await until('/messages?status=failed', 1)
  await until('/webhooks/deliveries?status=pending', 0)
}
