import { test } from 'tap'
import { addOfficial } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

test('an official connection has the number that Meta shows, not the one typed in', async (t) => {
  const world = await startWorld()
  t.teardown(() => world.stop())
  const shown = '+55 11 98765-4321'
  const phone_number_id = '106999000111'
  await world.sim('POST', '/numbers', {
    phone_number_id,
    display_phone_number: '5511987654321',
    health: { display_phone_number: shown },
  })
  const given = { phone_number_id, phone_number_digits: '551187654321' }
  const { id } = await addOfficial(world.product(), world.tenant.id, given)
  const numbers = { phone_number: shown, phone_number_digits: '5511987654321' }
  t.match((await world.api().get(`/connections/${id}`)).body, { data: numbers })

  const untold = await addOfficial(world.product(), world.tenant.id)
  t.match((await world.api().get(`/connections/${untold.id}`)).body, {
    data: { phone_number: `+${untold.phone_number_digits}` },
  })
})
