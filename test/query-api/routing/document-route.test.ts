import type { AddressInfo, Socket } from 'node:net'
import { readDashboardOpenapi, readOpenapi } from '@recado/infra/http/openapi-file'
import { registerRoutes } from '@recado/infra/http/register-routes'
import { buildServer } from '@recado/infra/http/server'
import { createLogger } from '@recado/infra/logger'
import { startMetrics } from '@recado/infra/metrics'
import { dashboardOpenapiRoute } from '@recado/query-api/dashboard/openapi-route'
import type { ServedDeps } from '@recado/query-api/deps'
import { openapiRoute } from '@recado/query-api/routing/openapi-route'
import { test } from 'tap'
import { asking, stranger } from '../../attack/stranger.ts'
import { usualBounds } from '../../kit/bounds.ts'
import { eventually } from '../../kit/eventually.ts'

const CLIENTS = 30
/** The system itself keeps the first few answers of each connection. */
const REQUESTS = 32

for (const path of ['/openapi.json', '/dashboard-openapi.json'])
  test(`${CLIENTS} clients that read nothing of ${path} hold no bytes of this process`, async (t) => {
    const app = await buildServer({
      ...{ log: createLogger('test', 'silent'), metrics: startMetrics(), elsewhere: [] },
      bounds: usualBounds,
    })
    const documents = {
      openapi: await readOpenapi(),
      dashboardOpenapi: await readDashboardOpenapi(),
    }
    registerRoutes(app, '', [openapiRoute, dashboardOpenapiRoute], documents as ServedDeps)
    const sockets: Socket[] = []
    app.server.on('connection', (socket) => sockets.push(socket))
    await app.listen({ port: 0 })
    t.teardown(() => app.close())
    const { port } = app.server.address() as AddressInfo

    const before = process.memoryUsage().arrayBuffers
    const clients = Array.from({ length: CLIENTS }, () =>
      stranger(t, port, { writes: asking(path).repeat(REQUESTS), reads: false }),
    )
    await eventually(
      () => sockets.length === CLIENTS && sockets.every((one) => one.writableLength > 0),
    )
    const unread = sockets.reduce((sum, { writableLength }) => sum + writableLength, 0)
    const held = process.memoryUsage().arrayBuffers - before
    t.ok(held < unread / 2, `${held} bytes are held for ${unread} unread`)
    for (const { socket } of clients) socket.destroy()
  })
