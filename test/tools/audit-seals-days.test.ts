import { randomUUID } from 'node:crypto'
import { withLeaves } from '@recado/application/seal/running-hash'
import type { LeavesSealed } from '@recado/domain/seal/events'
import { dayStream } from '@recado/infra/event-store/journal'
import fc from 'fast-check'
import { type Test, test } from 'tap'
import { type SealedLog, startSealedLog } from '../projectors/reactors/seal/sealing.ts'
import {
  ACCOUNT,
  addContacts,
  addRaw,
  alterations,
  auditOf,
  OLD_DAY,
  query,
  release,
  rowsOf,
  sealedNow,
} from './sealed-log.ts'

type Stored = { readonly position: string; readonly data: LeavesSealed['data'] }

/** Says of a fact of the log that it is another one. */
const rewritten = ({ position }: Stored, data: object) =>
  `update events set data = convert_to('${JSON.stringify(data)}', 'utf8') where position = ${position}`

async function storedFacts({ server }: SealedLog, stream: string, type: string) {
  const text = `select position, convert_from(data, 'utf8')::json as data from events
    where stream = '${stream}' and type = '${type}' order by position`
  return query<Stored>(server.databaseUrl, text)
}

/** A log whose retention has released an old day, and how its last contact would be hidden behind that. */
async function hiding(t: Test) {
  const log = await startSealedLog(t)
  await addRaw(log, dayStream('providerEvent', randomUUID(), new Date(OLD_DAY)), 5, OLD_DAY)
  const first = await sealedNow(t, log)
  const contact = await addContacts(log, 30)
  await release(log)
  const held = await sealedNow(t, log)
  const [leaves] = (await storedFacts(log, `seal-${ACCOUNT}`, 'LeavesSealed')).slice(-1)
  if (leaves === undefined) throw new Error('nothing is sealed')
  const bits = Buffer.alloc(32, 255).toString('base64')
  const journals = [{ journal: 'providerEvent' as const, day: '20260105', leaves: bits }]
  const checkpoints = [first.checkpoint, held.checkpoint]
  const heldOf = (tree: string) =>
    tree === ACCOUNT ? { held: checkpoints, keys: [held.key] } : { held: [], keys: [] }
  return {
    ...{ log, leaves, data: { ...leaves.data, journals } },
    removed: `delete from events where stream = '${contact}'`,
    audited: () => auditOf(log, { heldOf, heldTrees: [ACCOUNT] }),
    altered: alterations(log),
  }
}

test('the days of leaves, and how far the log is sealed, are what was signed', async (t) => {
  const { log, leaves, data, removed, audited, altered } = await hiding(t)
  t.same((await audited()).findings, [], 'an honest log')

  await t.test('a fact is hidden behind a day that retention has released', async (t) => {
    await altered(`${removed}; ${rewritten(leaves, data)}`, async () => {
      const { findings } = await audited()
      t.match(findings, [{ what: 'seal_broken', tree: ACCOUNT, position: leaves.position }])
    })
  })

  await t.test('and the running hash is computed anew', async (t) => {
    const before = (await storedFacts(log, `seal-${ACCOUNT}`, 'LeavesSealed')).at(-2)
    const running_hash = withLeaves(before?.data.running_hash ?? null, data)
    const hidden = `${removed}; ${rewritten(leaves, { ...data, running_hash })}`
    await altered(hidden, async () => {
      const { findings } = await audited()
      const stream = `seal-${ACCOUNT}`
      t.match(findings, [
        { what: 'history_rewritten', stream, detail: /days of journals/ },
        { what: 'history_rewritten', stream, detail: /days of journals/ },
      ])
    })
    const unsigned = `delete from events where type = 'CheckpointSigned' and position > ${leaves.position}`
    await altered(`${hidden}; ${unsigned}`, async () => {
      const { findings } = await audited()
      t.match(
        findings,
        [{ what: 'history_rewritten', tree: ACCOUNT }],
        'the one that is held shows it',
      )
    })
  })

  await t.test('days of no form', async (t) => {
    for (const journals of [[null], 'none', [{ ...data.journals[0], leaves: 5 }]])
      await altered(rewritten(leaves, { ...leaves.data, journals }), async () => {
        const { findings } = await audited()
        t.match(findings[0], { what: 'seal_broken', position: leaves.position })
      })
  })

  await t.test('a fact that is to pass for one that was not sealed yet', async (t) => {
    const [noted] = (await storedFacts(log, 'seal-installation', 'LogSealed')).slice(-1)
    const lowered = rewritten(noted as Stored, { ...noted?.data, through: 3 })
    const position = (await rowsOf(log)).at(-1)?.position
    t.ok(position)
    await altered(lowered, async () => {
      const { findings } = await audited()
      t.match(findings, [{ what: 'seal_broken', tree: 'installation', position: noted?.position }])
    })
  })
})

test('no byte of a fact about a tree changes unnoticed, but those of times that nothing is signed about', async (t) => {
  const { log, audited, altered } = await hiding(t)
  const facts = await query<{ position: string; type: string; data: Buffer }>(
    log.server.databaseUrl,
    `select position, type, data from events where stream in ('seal-${ACCOUNT}', 'seal-installation')
      order by position`,
  )
  const flips = fc
    .record({ fact: fc.constantFrom(...facts), at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) })
    .map(({ fact, at, by }) => ({ ...fact, at: at % fact.data.length, by }))
    .filter(({ type, data, at }) => !isUnsigned(type, data, at))
  await fc.assert(
    fc.asyncProperty(flips, async ({ position, type, data, at, by }) => {
      const flip = `update events set data = set_byte(data, ${at}, get_byte(data, ${at}) # ${by})
        where position = ${position}`
      await altered(flip, async () => {
        const { findings } = await audited()
        const text = data.toString('utf8')
        t.ok(findings.length > 0, `${type} ${text.slice(Math.max(0, at - 20), at + 20)} by ${by}`)
      })
    }),
    { numRuns: Number(process.env.FLIPS ?? 10) },
  )
})

/** The number of a key in the vault, and when something was asked for or signed, are for the product alone. */
const UNSIGNED =
  /"(?:begun_at|changed_at|requested_at|signed_at|cosigned_at|key)":(?:"[^"]*"|\d+),?/g

function isUnsigned(type: string, data: Buffer, at: number): boolean {
  if (type === 'CheckpointRequested' || type === 'CheckpointCosigned') return true
  const found = data.toString('latin1').matchAll(UNSIGNED)
  return [...found].some(({ index, 0: text }) => at >= index && at < index + text.length)
}
