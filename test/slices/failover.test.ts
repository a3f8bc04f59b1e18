import { after, test } from 'tap'
import { startCluster } from '../kit/store-cluster.ts'
import { faultWhileSending } from './failover.ts'

const cluster = await startCluster('failover_slice', 3)
after(() => cluster.stop())

test('repeats of a send are never refused while one leader is killed and another one freezes', (t) =>
  faultWhileSending(t, cluster, { faults: ['kill', 'freeze'], sendsPerFault: 12 }))
