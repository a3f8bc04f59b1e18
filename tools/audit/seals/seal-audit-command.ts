import { readFile } from 'node:fs/promises'
import { treeOfOrigin } from '@recado/application/seal/leaf'
import { parseCheckpoint } from '@recado/infra/tlog/checkpoint'
import { type NoteKey, parseKey } from '@recado/infra/tlog/signed-note'
import { type Console, FAILED, UsageError } from '../../run-tool.ts'
import { withServices } from '../../services.ts'
import { toolConfig } from '../../tool-config.ts'
import { withSignal } from '../../with-signal.ts'
import type { HeldCheckpoint } from './audited-tree.ts'
import { auditSeals, type SealTotals } from './seal-audit.ts'

/** What somebody else holds. */
export type Held = {
  /** Files with signed checkpoints. */
  readonly checkpoints: readonly string[]
  /** Public keys, in the form `name+id+key`. */
  readonly keys: readonly string[]
}

/** @returns the exit code: 0 without differences, 1 with them, 3 when ended early @throws UsageError */
export async function sealAuditCommand(console: Console, given: Held): Promise<number> {
  const held = await Promise.all(given.checkpoints.map(readCheckpoint))
  const keys = given.keys.map(readKey)
  if (keys.length === 0)
    console.note('without --key, checkpoints are judged by the keys that the log itself names')
  const config = await toolConfig(console.env)
  const of = (tree: string) => ({
    held: held.filter(({ origin }) => treeOfOrigin(origin) === tree),
    keys: keys.filter(({ name }) => treeOfOrigin(name) === tree),
  })
  const { print, note } = console
  const totals = await withSignal((signal) =>
    withServices(config, ({ store }) => {
      const heldTrees = [...new Set(held.map(({ origin }) => treeOfOrigin(origin)))]
      return auditSeals({ store, heldOf: of, heldTrees, signal, print, note }).catch((error) => {
        if (signal.aborted) return null
        throw error
      })
    }),
  )
  if (totals === null) return FAILED
  await print(sealSummary(totals))
  return totals.differences === 0 ? 0 : 1
}

function sealSummary({ leaves, waiting, differences }: SealTotals): string {
  return `${leaves} facts, ${waiting} not sealed yet, ${differences} differences`
}

async function readCheckpoint(file: string): Promise<HeldCheckpoint> {
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
