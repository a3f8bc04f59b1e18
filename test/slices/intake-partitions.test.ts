import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { sumOf } from '../kit/measured.ts'
import { textsPost } from '../kit/meta-post.ts'
import { startProduct } from '../kit/product.ts'
import { environmentOf, type ProductProcess, startProcess } from '../kit/product-process.ts'
import { served } from '../kit/served.ts'
import { addOfficial, openTenant } from '../kit/tenants.ts'
import { underWay } from '../kit/under-way.ts'

/** A takeover takes about two seconds, as processes are counted so often; the rest is for posts on a slow machine. */
const TAKEOVER_MS = 15_000

async function leads({ internal }: ProductProcess): Promise<boolean> {
  const told = await (await fetch(`http://127.0.0.1:${internal}/metrics`)).text()
  return sumOf(told, /^recado_leader\{part="intake",partition="\d"\}/) > 0
}

for (const INTAKE_PARTITIONS of ['2', '5'])
  test(`one of two processes that share ${INTAKE_PARTITIONS} partitions of intake is killed`, async (t) => {
    const product = await startProduct({
      settings: { PROJECTORS_ROLE: 'projector', INTAKE_PARTITIONS },
      emptyServers: true,
    })
    t.teardown(() => product.stop())
    const environment = { ...environmentOf(product.config), PROJECTORS_ROLE: 'workers' }
    const [killed, stays] = [
      await startProcess('projectors', environment),
      await startProcess('projectors', environment),
    ]
    t.teardown(() => stays.kill())
    const tenants = await Promise.all(Array.from({ length: 12 }, () => openTenant(product)))
    const numbers = await Promise.all(
      tenants.map(async (tenant) => ({ tenant, number: await addOfficial(product, tenant.id) })),
    )
    const shown = async () => {
      const lists = tenants.map(({ api }) =>
        api.get<{ pagination: { total: number } }>('/messages?limit=1'),
      )
      return (await Promise.all(lists)).map(({ body }) => body.pagination.total)
    }
    const traffic = underWay(async (n) => {
      for (const { number } of numbers) {
        const post = textsPost(number, `55319876${1_000 + (n % 5)}`, [`wamid.${number.id}.${n}`])
        const posted = { method: 'POST', url: number.hook, ...post } as const
        await served(() => product.commandApp.inject(posted))
      }
      return [n]
    })
    await eventually(async () => (await leads(killed)) && (await leads(stays)))
    await eventually(async () => (await shown()).every((total) => total > 3))

    await killed.kill()
    const since = Date.now()
    const before = await shown()
    await eventually(async () => (await shown()).every((total, n) => total > (before[n] ?? 0) + 1))
    const took = Date.now() - since
    t.ok(took < TAKEOVER_MS, `every account went on after ${took} ms`)

    const { length: written } = await traffic.end()
    await eventually(async () => (await shown()).every((total) => total >= written))
    t.same(await shown(), Array(tenants.length).fill(written), 'nothing is lost or doubled')
    const people = tenants.map(({ api }) =>
      api.get<{ pagination: { total: number } }>('/contacts?limit=1'),
    )
    const totals = (await Promise.all(people)).map(({ body }) => body.pagination.total)
    t.same(totals, Array(tenants.length).fill(Math.min(5, written)), 'a person is one contact')
  })
