import { test } from 'tap'
import { deliveredThroughChaos } from './chaos.ts'

test('endpoints of every kind lose nothing while dispatchers and NATS are killed forty times', (t) =>
  deliveredThroughChaos(t, { events: 150, hopeless: 15, kills: 40 }))
