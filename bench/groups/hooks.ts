import { type GraphPost, graphPost } from '../lab/graph-post.ts'
import { type HttpClient, httpClient } from '../lab/http-client.ts'
import { openTenant, type Tenant } from '../lab/tenant.ts'
import { defineGroup } from '../measuring/group.ts'
import { closedLoop } from '../measuring/loops.ts'

const PEOPLE = 200
const POSTS = [
  { updates: 1, atATime: 8 },
  { updates: 1_000, atATime: 1 },
]

type Opened = { readonly tenant: Tenant; readonly ours: HttpClient; readonly raw: HttpClient }

/** How long Meta waits until its POSTs are acknowledged. */
export const hooks = defineGroup<Opened>({
  name: 'hooks',
  minutes: 2,
  async open({ lab }) {
    const stack = await lab.stack()
    const projectors = await stack.follow()
    const commands = await stack.start('command-api')
    const tenant = await openTenant(lab, commands.port)
    // Stopped, because projectors would add the work that only one of the two sides causes.
    await projectors.stop()
    const bare = await stack.raw('bench/raw/bare-hook.ts')
    const ours = httpClient(lab, commands.port, { connections: 8 })
    return { tenant, ours, raw: httpClient(lab, bare.port, { connections: 8 }) }
  },
  rows: POSTS.map(({ updates, atATime }) => ({
    name: `acknowledgement, ${updates} updates, ${atATime} at a time`,
    against: 'bare fastify route that appends the POST',
    figures: ['p50_ms', 'p99_ms'] as const,
    sides({ tenant, ours, raw }: Opened) {
      const prepare = () => graphPost(tenant, updates, PEOPLE)
      const loop = (client: HttpClient, path: string) => {
        const call = ({ body, headers }: GraphPost) => client.post(path, body, headers)
        return closedLoop({ atATime, call, prepare })
      }
      return { ours: loop(ours, tenant.hook), raw: loop(raw, '/') }
    },
  })),
})
