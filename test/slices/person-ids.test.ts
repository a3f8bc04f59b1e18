import { conversationId } from '@recado/application/ids'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { uuidOf } from '@recado/infra/uuid-v5'
import { auditCommand } from '@recado/tools/audit/audit-command'
import { rebuildTool } from '@recado/tools/rebuild/rebuild-tool'
import { test } from 'tap'
import { signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { runTool } from '../kit/run-tool.ts'
import { sell } from '../kit/sales.ts'
import { startWorld, type World } from '../kit/world.ts'
import { fromAsync, published } from '../projectors/relay/relaying.ts'

/** What somebody can guess about a person. */
const [PHONE, BSUID, EMAIL, ORDER] = ['5531987654321', 'BR.1X', 'ana@loja.example', 'order-4711']

/** The namespaces under which ids were computed of the bare parts before there was a secret. */
const BARE = {
  claim: '61d4f8aa-0c57-4f3e-b1c9-84e2a9d06b03',
  message: '8c93e0b7-2d14-4a6f-a58b-c7d90f1e3b05',
  sale: 'c4d80e6b-915a-4b37-a2cf-7b9e5d1f0a09',
  event: 'e81b52c7-7fe0-4d96-b308-9c4a6d2f5e0b',
  email: '2b90e6f4-7c13-4d85-a6e2-0f5d8c3b7a0e',
} as const

/** Every id that the bare parts gave. */
function guesses(account: string, log: readonly RecordedEvent[]): readonly string[] {
  const claims = [
    uuidOf(BARE.claim, account, 'phone', PHONE),
    uuidOf(BARE.claim, account, 'business_scoped_user_id', BSUID),
  ]
  const about = ['move', 'end', 'hold', 'yield', 'replace'].map((what) => `${what} phone ${PHONE}`)
  const scopes = [...about, ...claims.map((claim) => `claim ${claim}`)]
  const raws = log.filter(({ type }) => type === 'ProviderEventReceived').map(({ id }) => id)
  return [
    ...claims,
    uuidOf(BARE.message, account, ORDER),
    uuidOf(BARE.sale, account, 'shop', ORDER),
    uuidOf(BARE.email, EMAIL),
    ...raws.flatMap((raw) => scopes.map((scope) => uuidOf(BARE.event, raw, 0, scope, 0))),
  ]
}

/** The phone's own contact is merged into an earlier one, so that its claim moves; then a send, a sale and a user. */
async function peopleCome(world: World): Promise<void> {
  const { tenant, connection } = world
  const known = (query: string) =>
    eventually(async () => {
      const { body } = await world.api().get<{ data: { id: string }[] }>(`/contacts?${query}`)
      return body.data[0]?.id
    })
  await metaSays(world, { messages: [textFrom({ bsuid: BSUID })] })
  const older = await known(`business_scoped_user_id=${BSUID}`)
  await metaSays(world, { messages: [textFrom({ phone: PHONE })] })
  await known(`phone=${PHONE}`)
  await metaSays(world, { messages: [textFrom({ phone: PHONE, bsuid: BSUID })] })
  await eventually(async () => (await known(`phone=${PHONE}`)) === older)
  const body = { connection_id: connection.id, recipient: { phone: PHONE }, text: 'Oi' }
  const headers = { 'idempotency-key': ORDER }
  const { status } = await world.api().call({ method: 'POST', path: '/messages', body, headers })
  if (status !== 202) throw new Error(`the send got ${status}`)
  await sell(world.product(), tenant, { source: 'shop', external_id: ORDER, phone: PHONE })
  await signedIn(world.product(), tenant.id, EMAIL)
}

test('no id of a fact or a stream tells whom it is about', async (t) => {
  const world = await startWorld({ emptyServers: true })
  t.teardown(() => world.stop())
  await peopleCome(world)
  const { deps, config } = world.product()
  const log = await fromAsync(deps.store.readAll({ from: 'start' }))
  const newest = log.at(-1)?.id
  const facts = await eventually(async () => {
    const all = await published(config.NATS_URL)
    return all.some(({ event }) => event.id === newest) && all
  })
  const written = [log, facts].map((all) =>
    JSON.stringify(all, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  )
  const guessed = guesses(world.tenant.id, log)
  const opened = log.find(({ type }) => type === 'ConversationOpened')?.data as OpenedFact
  for (const text of written) {
    t.same(
      guessed.filter((guess) => text.includes(guess)),
      [],
    )
    t.ok(text.includes(conversationId(opened)), 'an id of what nobody guesses is found in this way')
  }
  const audit = await runTool(auditCommand, config)
  t.equal(audit.code, 0, audit.lines.join())
  t.equal(
    (await runTool((console) => rebuildTool(console, new AbortController().signal), config)).code,
    0,
  )
})

/** A conversation's id is computed of two ids, each of which only the log has. */
type OpenedFact = { readonly connection_id: string; readonly contact_id: string }
