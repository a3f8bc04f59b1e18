import { type LogDeps, suspendRestored } from '@recado/application/sending/suspend-restored'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { KnownLog, Recalled } from '@recado/infra/vault/known-log'
import { test } from 'tap'

/** An installation with a log of events, named by their ids, and what its vault knows of the log. */
function installation() {
  let log: RecordedEvent[] = []
  let row: Recalled = { known: null, version: 0, is_here: false }
  let meanwhile: () => Promise<unknown> = async () => undefined
  const warnings: string[] = []
  const depsOf = (DISPATCH: 'on' | 'held'): LogDeps => ({
    store: {
      async *readAll({ limit = log.length }) {
        const now = meanwhile
        meanwhile = async () => undefined
        await now()
        yield* log.toReversed().slice(0, limit)
      },
      async *readStream(stream, from = 0n) {
        yield* log.filter((event) => event.stream === stream && event.revision >= from)
      },
    },
    vault: {
      knownLog: {
        recall: async () => row,
        async note(known: KnownLog, { version }: Recalled) {
          if (version !== row.version) return false
          row = { known, version: version + 1, is_here: true }
          return true
        },
      },
    },
    config: { DISPATCH, ERASURES_DIR: '/erasures' },
    log: { warn: (_, message) => void warnings.push(message) },
    now: () => new Date('2026-01-01T09:00:00.000Z'),
  })
  return {
    warnings,
    write(...ids: string[]) {
      for (const id of ids) {
        const stream = id.startsWith('raw') ? 'providerEvent-a.2026-01-01' : 'message-a'
        const revision = BigInt(log.filter((event) => event.stream === stream).length)
        const position = BigInt(log.length + 1)
        log.push({ id, stream, revision, position, metadata: {} } as RecordedEvent)
      }
    },
    start: (DISPATCH: 'on' | 'held' = 'on') => suspendRestored(depsOf(DISPATCH)),
    backUp: () => ({ log: [...log], row }),
    restoreLog: (backup: { log: RecordedEvent[] }) => {
      log = [...backup.log]
    },
    /** Puts a row back: elsewhere, as from a dump, or into the same files. */
    restoreVault: (backup: { row: Recalled }, is_here: boolean) => {
      row = { ...backup.row, is_here }
    },
    loseVault: () => {
      row = { known: null, version: 0, is_here: false }
    },
    atNextRead: (work: () => Promise<unknown>) => {
      meanwhile = work
    },
  }
}

test('a log that only grows suspends nothing, over any number of starts', async (t) => {
  const { start, write, warnings } = installation()
  t.equal(await start(), null)
  for (const ids of [['a'], ['b', 'raw 1'], [], ['raw 2'], ['c']]) {
    write(...ids)
    t.equal(await start(), null)
  }
  t.same(warnings, [])
})

test('a log that is put back beside the vault suspends what it holds, once', async (t) => {
  const { start, write, backUp, restoreLog, warnings } = installation()
  await start()
  write('a', 'b')
  const backup = backUp()
  write('c')
  await start()
  restoreLog(backup)
  t.equal(await start(), 2)
  write('d')
  t.equal(await start(), 2, 'what follows is not suspended')
  t.equal(warnings.length, 1)
  // The new log has an event at the place of the lost one.
  const second = backUp()
  write('e')
  await start()
  restoreLog(second)
  write('another')
  t.equal(await start(), 4)
})

test('a log that is put back with its vault suspends what it holds', async (t) => {
  const { start, write, backUp, restoreLog, restoreVault } = installation()
  await start()
  write('a', 'b')
  await start()
  const backup = backUp()
  write('c')
  await start()
  restoreLog(backup)
  restoreVault(backup, false)
  t.equal(await start(), 2)
  t.equal(await start(), 2)
})

test('a vault that is put back or lost suspends what the log holds', async (t) => {
  const { start, write, backUp, restoreVault, loseVault } = installation()
  await start()
  const backup = backUp()
  write('a')
  restoreVault(backup, false)
  t.equal(await start(), 1)
  write('b')
  loseVault()
  t.equal(await start(), 2)
})

test('DISPATCH held suspends at its first start alone, and again when it was on meanwhile', async (t) => {
  const { start, write } = installation()
  await start()
  write('a')
  t.equal(await start('held'), 1)
  write('b')
  t.equal(await start('held'), 1)
  t.equal(await start(), 1)
  write('c')
  t.equal(await start('held'), 3)
})

test('of two processes that judge a restored log at once, the later one adds nothing', async (t) => {
  const { start, write, backUp, restoreLog, atNextRead } = installation()
  await start()
  write('a')
  const backup = backUp()
  write('b')
  await start()
  restoreLog(backup)
  atNextRead(async () => {
    t.equal(await start(), 1)
    write('new')
  })
  t.equal(await start(), 1)
})

test('journals alone are no event to note', async (t) => {
  const { start, write } = installation()
  await start()
  write('a', ...Array.from({ length: 1_200 }, (_, n) => `raw ${n}`))
  t.equal(await start(), null)
  t.equal(await start(), null)
})
