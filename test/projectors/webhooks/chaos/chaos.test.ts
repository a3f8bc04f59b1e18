import { test } from 'tap'
import { deliveredThroughChaos } from './chaos.ts'

test('endpoints of every kind, while dispatchers and NATS are killed: nothing is lost, the well ones wait for nobody', (t) =>
  deliveredThroughChaos(t, { events: 3, kills: 1 }))
