import { readFile } from 'node:fs/promises'
import { streamOf } from '@recado/application/ids'
import { auditSeals } from '@recado/application/seal/audit/seal-audit'
import type { SealTotals } from '@recado/application/seal/audit/seal-progress'
import { treeOfOrigin } from '@recado/application/seal/leaf'
import { seal } from '@recado/domain/seal/seal'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { parseCheckpoint, type SignedCheckpoint } from '@recado/infra/tlog/checkpoint'
import { type NoteKey, parseKey } from '@recado/infra/tlog/signed-note'
import { progressTo } from '../../progress.ts'
import { type Console, FAILED, UsageError } from '../../run-tool.ts'
import { withServices } from '../../services.ts'
import { toolConfig } from '../../tool-config.ts'
import { withSignal } from '../../with-signal.ts'
import { openSealResume } from './seal-resume.ts'

/** What an audit of seals is asked for. */
export type SealOptions = {
  /** Files with signed checkpoints that somebody else holds. */
  readonly checkpoints: readonly string[]
  /** Public keys that somebody else holds, in the form `name+id+key`. */
  readonly keys: readonly string[]
  /** The account whose tree is audited, `installation` for what belongs to none; null for all. */
  readonly account: string | null
}

/** @returns the exit code: 0 without differences, 1 with them, 3 when ended early @throws UsageError */
export async function sealAuditCommand(
  console: Console,
  given: SealOptions,
  file: string | null,
): Promise<number> {
  const { account } = given
  const held = await Promise.all(given.checkpoints.map(readCheckpoint))
  const keys = given.keys.map(readKey)
  if (keys.length === 0)
    console.note('without --key, checkpoints are judged by the keys that the log itself names')
  else if (account === null)
    console.note('trees without a --key are judged by the keys that the log itself names')
  for (const { origin } of held) refuseOther(`--checkpoint of ${origin}`, origin, account)
  for (const { name } of keys) refuseOther(`--key ${name}`, name, account)
  const config = await toolConfig(console.env)
  const resume = await openSealResume(file, JSON.stringify(given))
  const { print, note } = console
  const totals = await withSignal((signal) =>
    withServices(config, async ({ store }) => {
      for (const key of keys) await refuseStray(key, held, store)
      const audit = {
        ...heldBy(held, keys),
        ...resume,
        only: account === null ? null : new Set([account]),
        store,
        signal,
      }
      return auditSeals({ ...audit, print, progressTo: (end) => progressTo(end, note) }).catch(
        (error) => {
          if (signal.aborted) return null
          throw error
        },
      )
    }),
  )
  if (totals === null) {
    note(file === null ? 'ended early' : 'ended early; run the same command again')
    return FAILED
  }
  await resume.forget()
  if (account !== null && totals.leaves + totals.differences === 0)
    throw new UsageError(`the log has no fact of an account ${account}`)
  await print(sealSummary(totals))
  return totals.differences === 0 ? 0 : 1
}

function heldBy(held: readonly SignedCheckpoint[], keys: readonly NoteKey[]) {
  const heldOf = (tree: string) => ({
    held: held.filter(({ origin }) => treeOfOrigin(origin) === tree),
    keys: keys.filter(({ name }) => treeOfOrigin(name) === tree),
  })
  return { heldOf, heldTrees: [...new Set(held.map(({ origin }) => treeOfOrigin(origin)))] }
}

/** What is held of a tree that is not audited would seem to have been compared. @throws UsageError */
function refuseOther(given: string, origin: string, account: string | null): void {
  if (account !== null && treeOfOrigin(origin) !== account)
    throw new UsageError(`${given} is of another tree than --account ${account}`)
}

/** A key that no tree is judged by would let the audit believe the log's own keys. @throws UsageError */
async function refuseStray(
  { name }: NoteKey,
  held: readonly SignedCheckpoint[],
  store: Pick<EventStore, 'readLast'>,
): Promise<void> {
  const tree = treeOfOrigin(name)
  const isHeld = held.some(({ origin }) => treeOfOrigin(origin) === tree)
  if (!isHeld && (await store.readLast(streamOf(seal, tree))) === null)
    throw new UsageError(`--key ${name} is of no tree of this log`)
}

function sealSummary({ leaves, waiting, differences }: SealTotals): string {
  return `${leaves} facts, ${waiting} not sealed yet, ${differences} differences`
}

async function readCheckpoint(file: string): Promise<SignedCheckpoint> {
  const text = await readFile(file, 'utf8').catch((error) => {
    throw new UsageError(`--checkpoint ${file} cannot be read: ${error.message}`)
  })
  const checkpoint = parseCheckpoint(text)
  if (checkpoint === null) throw new UsageError(`--checkpoint ${file} is no checkpoint`)
  return checkpoint
}

function readKey(text: string): NoteKey {
  const key = parseKey(text)
  if (key === null) throw new UsageError(`--key takes a key such as name+id+key, not ${text}`)
  return key
}
