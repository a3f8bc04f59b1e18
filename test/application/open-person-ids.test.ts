import { openPersonIds } from '@recado/application/open-person-ids'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { SecretMissing, type Vault, VaultUnavailable } from '@recado/infra/vault/vault'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'

const phone = { account_id: 'a1', kind: 'phone', match_key: '5511911110001' } as const

/** A vault and a log with these streams, and the warnings of a process that starts over them. */
function servers(...streams: readonly string[]) {
  const state = { isAway: false, secret: null as string | null, warnings: [] as string[] }
  const answer = (secret: string | null) => {
    if (state.isAway) throw new VaultUnavailable(new Error('refused'))
    if (secret === null) throw new SecretMissing('id-secret')
    return secret
  }
  const vault: Pick<Vault, 'get' | 'keepFirst'> = {
    get: async () => answer(state.secret),
    async keepFirst(_, secret) {
      state.secret ??= secret
      return answer(state.secret)
    },
  }
  const readAll = async function* () {
    yield* streams.map((stream) => ({ stream }))
  } as unknown as EventStore['readAll']
  const warn = ({ err }: { err: Error }) => void state.warnings.push(err.message)
  const log = { warn, info: () => undefined } as never
  return { state, open: () => openPersonIds({ store: { readAll }, vault, log }) }
}

test('the first process makes the secret of ids, and later ones find it', async (t) => {
  const { state, open } = servers('account-1')
  const first = (await open()).claimId(phone)
  t.equal((await open()).claimId(phone), first)
  t.same(state.warnings, [])
  t.not((await servers().open()).claimId(phone), first, 'another installation has other ids')
})

test('a start waits for a vault that is away', async (t) => {
  const { state, open } = servers()
  state.isAway = true
  const opening = open()
  await eventually(() => state.warnings.length > 0)
  state.isAway = false
  t.ok((await opening).claimId(phone))
})

test('a vault without the secret of a log with persons gets no other one', async (t) => {
  const { state, open } = servers('account-1', 'contactIdentity-1')
  const opening = open()
  await eventually(() => state.warnings.length > 0)
  t.match(state.warnings[0], /set the vault and the key that belong to the log/)
  t.equal(state.secret, null)
  state.secret = Buffer.alloc(32, 7).toString('base64')
  t.ok((await opening).claimId(phone), 'until the right vault is back')
})
