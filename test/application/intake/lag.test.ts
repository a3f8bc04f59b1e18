import { followIntakeLag } from '@recado/application/intake/lag'
import type { Nats } from '@recado/infra/nats/connect'
import type { Msg } from 'nats'
import { test } from 'tap'

test('the lag of intake is the one told last, until nobody has told for five seconds', (t) => {
  const clock = { at: 0 }
  let heard: (message: Msg) => void = () => undefined
  const subscribe: Nats['subscribe'] = (_subject, handler) => {
    heard = handler
  }
  const lag = followIntakeLag({ subscribe }, () => clock.at)
  const tell = (lag_ms: number, partition?: number) =>
    heard({ json: () => ({ lag_ms, partition }) } as Msg)
  t.equal(lag(), 0, 'not known')
  tell(700)
  clock.at = 4_999
  t.equal(lag(), 700)
  clock.at = 5_000
  t.equal(lag(), 0)
  tell(700)
  tell(0)
  t.equal(lag(), 0)
  tell(300, 1)
  tell(900, 2)
  tell(0, 1)
  t.equal(lag(), 900, 'of several partitions, that of the one that is most behind')
  tell(0, 2)
  t.equal(lag(), 0)
  t.end()
})
