import type { Bench, BenchRun } from './bench.ts'
import { type GraphPost, graphPost } from './graph-post.ts'
import { type HttpClient, httpClient } from './http-client.ts'
import { closedLoop, interleaved } from './measure.ts'
import type { Row } from './report.ts'
import { openTenant, type Tenant } from './tenant.ts'

/** How long Meta waits until its POSTs are acknowledged. */
export const hooksBench: Bench = {
  name: 'hooks',
  async run(run) {
    const stack = await run.lab.stack()
    const projectors = await stack.follow()
    const commands = await stack.start('command-api')
    const tenant = await openTenant(run.lab, commands.port)
    // Stopped, because projectors would slow down both sides with the work that only one of them causes.
    await projectors.stop()
    const bare = await stack.run(new URL('./bare-hook.ts', import.meta.url))
    const ours = httpClient(run.lab, commands.port, { connections: 8 })
    const raw = httpClient(run.lab, bare.port, { connections: 8 })
    return [
      ...(await acknowledged(run, tenant, ours, raw, 1, 8)),
      ...(await acknowledged(run, tenant, ours, raw, 1_000, 1)),
    ]
  },
}

async function acknowledged(
  { progress, rounds, ms }: BenchRun,
  tenant: Tenant,
  ours: HttpClient,
  raw: HttpClient,
  updates: number,
  atATime: number,
): Promise<Row[]> {
  progress(`POSTs with ${updates} updates, ${atATime} at a time`)
  const prepare = () => graphPost(tenant, updates, 200)
  const posted = (client: HttpClient, path: string) => (post: GraphPost) =>
    client.post(path, post.body, post.headers)
  const loop = (client: HttpClient, path: string) => () =>
    closedLoop(atATime, ms * 2, posted(client, path), prepare)
  const variants = { ours: loop(ours, tenant.hook), raw: loop(raw, '/') }
  await variants.ours()
  await variants.raw()
  const medians = await interleaved(rounds, variants)
  return (['p50', 'p99'] as const).map(
    (figure): Row => ({
      name: `hooks: acknowledgement, ${updates} updates, ${atATime} at a time, ${figure}`,
      unit: 'ms',
      ours: medians.ours[figure] ?? 0,
      raw: medians.raw[figure] ?? 0,
      against: 'bare fastify route that appends the POST',
    }),
  )
}
