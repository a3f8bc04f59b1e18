import { chosenConnection } from '@recado/cli/connection'
import { test } from 'tap'

test('of several numbers the only connected one is chosen', async (t) => {
  const recadoWith = (...statuses: string[]) =>
    ({
      async *paginate() {
        for (const [n, status] of statuses.entries())
          yield { id: `${n}`, status, phone_number_digits: null }
      },
    }) as never
  t.match(await chosenConnection(recadoWith('disconnected', 'connected')), { id: '1' })
  t.match(await chosenConnection(recadoWith('disconnected')), { id: '0' })
  await t.rejects(chosenConnection(recadoWith('connected', 'connected')), /choose one/)
  await t.rejects(chosenConnection(recadoWith()), /no connection/)
})
