import { after, test } from 'tap'
import { startCluster } from '../kit/store-cluster.ts'
import { faultWhileSending } from '../slices/failover.ts'

const cluster = await startCluster('failover_soak', 5)
after(() => cluster.stop())

test('after ten faults of leaders in 200 s no repeated send is refused and none is made twice', (t) =>
  faultWhileSending(t, cluster, {
    faults: Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? 'freeze' : 'kill')),
    sendsPerFault: 120,
  }))
