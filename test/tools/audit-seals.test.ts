import { randomUUID } from 'node:crypto'
import { dayStream } from '@recado/infra/event-store/journal'
import fc from 'fast-check'
import { test } from 'tap'
import { startSealedLog } from '../projectors/reactors/seal/sealing.ts'
import {
  ACCOUNT,
  addContacts,
  addRaw,
  alterations,
  auditOf,
  COLUMNS,
  copyOf,
  cutAt,
  named,
  OLD_DAY,
  type Row,
  release,
  rowsOf,
  sealedNow,
} from './sealed-log.ts'

const OLD_STREAM = dayStream('providerEvent', randomUUID(), new Date(OLD_DAY))

test('an audit of seals', async (t) => {
  const log = await startSealedLog(t)
  await addRaw(log, OLD_STREAM, 5, OLD_DAY)
  const changed = await addContacts(log, 150)
  const held = await sealedNow(t, log)
  await addContacts(log, 130)
  await addRaw(log, dayStream('providerEvent', randomUUID(), new Date()), 20)
  const later = await sealedNow(t, log)
  await addContacts(log, 3)
  const heldOf = (tree: string) =>
    tree === ACCOUNT
      ? { held: [held.checkpoint, later.checkpoint], keys: [held.key] }
      : { held: [], keys: [] }
  const audited = () => auditOf(log, { heldOf, heldTrees: [ACCOUNT] })
  const all = await rowsOf(log)
  const rows = all.filter(({ stream }) => stream.startsWith('contact-'))
  const [fact, neighbour] = [rows[100], rows[101]] as [Row, Row]
  const altered = alterations(log)

  await t.test('an honest log has no differences', async (t) => {
    const { findings, totals } = await audited()
    t.same(findings, [])
    t.same(totals, { leaves: 311, waiting: 4, differences: 0 })
  })

  await t.test('a copy of the log has the same trees, and they go on there', async (t) => {
    const copy = await copyOf(t, log)
    const { findings, totals } = await auditOf(copy, { heldOf, heldTrees: [ACCOUNT] })
    t.same(findings, [])
    t.equal(totals.waiting, 4)
    await addContacts(copy, 2)
    const newest = await sealedNow(t, copy)
    t.equal(newest.checkpoint.size, 314)
    const all = [held.checkpoint, later.checkpoint, newest.checkpoint]
    const both = (tree: string) => ({ ...heldOf(tree), held: tree === ACCOUNT ? all : [] })
    t.same((await auditOf(copy, { heldOf: both, heldTrees: [ACCOUNT] })).findings, [])
  })

  await t.test('one byte of a fact, or of its metadata', async (t) => {
    const { position } = fact
    const flip = `set data = set_byte(data, 20, get_byte(data, 20) # 1) where position = ${position}`
    await altered(`update events ${flip}`, async () =>
      named(t, await audited(), 'fact_altered', fact),
    )
    const text = `replace(convert_from(meta, 'utf8'), '"test"', '"tent"')`
    const change = `set meta = convert_to(${text}, 'utf8') where position = ${position}`
    await altered(`update events ${change}`, async () =>
      named(t, await audited(), 'fact_altered', fact),
    )
  })

  await t.test('a fact that was removed is named by what is around it', async (t) => {
    await altered(`delete from events where position = ${fact.position}`, async () => {
      const { findings } = await audited()
      t.match(findings, [{ what: 'fact_removed', leaf: 105, stream: neighbour.stream }])
      t.match(findings[0]?.detail, `after ${rows[99]?.stream}@0 and before ${neighbour.stream}@0`)
    })
  })

  await t.test('a fact that was removed from within its stream is named itself', async (t) => {
    const first = `stream = '${changed}' and revision = 0`
    await altered(`delete from events where ${first}`, async () => {
      const { findings } = await audited()
      t.match(
        findings.find(({ what }) => what === 'revision_gap'),
        { stream: changed, detail: 'revisions 0 to 0 of its stream are missing' },
      )
      t.ok(findings.some(({ what }) => what === 'fact_removed'))
    })
  })

  await t.test('a fact that was inserted, and one that was moved', async (t) => {
    const insert = `insert into events select position + 1, 'contact-${randomUUID()}', revision,
      '${randomUUID()}', ${COLUMNS} from events where position = ${fact.position}`
    await altered(insert, async () => {
      const { findings } = await audited()
      t.match(findings, [{ what: 'fact_inserted', leaf: 106, revision: '0' }])
    })
    const put = (stream: string, account: string) => `insert into events
      select position + 1, '${stream}', 0, '${randomUUID()}', type, json, data,
        convert_to(replace(convert_from(meta, 'utf8'), '${ACCOUNT}', '${account}'), 'utf8'), created
      from events where position = ${fact.position}`
    const places = [
      put(`contact-${randomUUID()}`, randomUUID()),
      put(`seal-${randomUUID()}`, ACCOUNT),
    ]
    for (const text of places)
      await altered(text, async () => {
        const { findings } = await audited()
        t.match(findings, [{ what: 'fact_inserted', revision: '0' }], 'also where no tree is')
      })
    const swap = `update events set position = -1 where position = ${fact.position};
      update events set position = ${fact.position} where position = ${neighbour.position};
      update events set position = ${neighbour.position} where position = -1`
    await altered(swap, async () => named(t, await audited(), 'fact_moved', neighbour))
  })

  await t.test('a log that was rolled back', async (t) => {
    const cut = all.find(({ position }) => BigInt(position) > BigInt(held.position))?.position
    await altered(cutAt(cut), async () => {
      const { findings } = await audited()
      t.match(findings, [{ what: 'log_rolled_back', stream: `seal-${ACCOUNT}` }])
      t.match(findings[0]?.detail, /has 156 leaves, and the checkpoint that is held 307/)
    })
  })

  await t.test('erased and expired facts still verify', async (t) => {
    const kids = all.map(({ kid }) => kid).filter((kid) => kid !== null)
    t.ok(kids.length > 0)
    await log.vault.factKeys.destroy(kids.slice(0, 40))
    t.same((await audited()).findings, [])
    await altered(`delete from events where stream = '${OLD_STREAM}'`, async () => {
      const { findings } = await audited()
      t.equal(findings.length, 5, 'no fact says that these were deleted')
      t.ok(findings.every(({ what }) => what === 'fact_removed'))
      await release(log)
      t.same((await audited()).findings, [], 'now one does')
    })
  })

  await t.test('any other alteration gives at least one difference', async (t) => {
    const sealed = (await rowsOf(log)).filter(
      ({ position, stream }) =>
        BigInt(position) <= BigInt(later.position) && !/^(retention|seal)-/.test(stream),
    )
    const one = fc.record({ at: fc.nat(sealed.length - 1), by: fc.nat(3), byte: fc.nat(40) })
    await fc.assert(
      fc.asyncProperty(one, async ({ at, by, byte }) => {
        const { position } = sealed[at] as Row
        const flip = (column: string) =>
          `update events set ${column} = set_byte(${column}, ${byte}, get_byte(${column}, ${byte}) # 1)
            where position = ${position}`
        const ways = [flip('data'), flip('meta'), `delete from events where position = ${position}`]
        ways.push(`update events set type = type || 'X' where position = ${position}`)
        await altered(ways[by] ?? '', async () => {
          const { totals } = await audited()
          t.ok(totals.differences > 0, `${ways[by]}`)
        })
      }),
      { numRuns: 12 },
    )
  })

  await t.test(
    'a tail that was written and sealed anew, by somebody who has the key',
    async (t) => {
      const cut = all.find(({ position }) => BigInt(position) > BigInt(held.position))?.position
      await altered(cutAt(cut), async () => {
        await addContacts(log, 200)
        await sealedNow(t, log)
        t.same(
          (await auditOf(log, { heldOf: () => ({ held: [], keys: [] }), heldTrees: [] })).findings,
          [],
        )
        const { findings } = await audited()
        t.match(findings, [{ what: 'history_rewritten', stream: `seal-${ACCOUNT}` }])
      })
    },
  )
})
