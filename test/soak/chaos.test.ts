import { test } from 'tap'
import { deliveredThroughChaos } from './chaos.ts'

test('endpoints of every kind, while dispatchers and NATS are killed forty times: nothing is lost', (t) =>
  deliveredThroughChaos(t, { events: 150, hopeless: 15, kills: 40 }))
