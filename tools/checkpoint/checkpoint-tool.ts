import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type CommandContext, newEvents } from '@recado/application/commands/command-context'
import { streamOf } from '@recado/application/ids'
import { accountOfTree, INSTALLATION_TREE, treeOfOrigin } from '@recado/application/seal/leaf'
import { sealKey } from '@recado/application/seal/seal-key'
import { checkpointNote, readTree } from '@recado/application/seal/sealed-tree'
import { type Decide, isRefusal } from '@recado/domain/decision'
import type { SealEvent } from '@recado/domain/seal/events'
import { changeSealKey, keepCosignatures, requestCheckpoint } from '@recado/domain/seal/grow-seal'
import { type Seal, seal } from '@recado/domain/seal/seal'
import { sleep } from '@recado/infra/concurrency/sleep'
import { RevisionConflict } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { type Run, runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { isFork, parseCheckpoint } from '@recado/infra/tlog/checkpoint'
import {
  COSIGNATURE,
  isSignedBy,
  keyPair,
  keyText,
  noteKey,
  parseKey,
  signatureLine,
} from '@recado/infra/tlog/signed-note'
import type { Vault } from '@recado/infra/vault/vault'
import { parseOptions } from '../parse-options.ts'
import { type Console, UsageError } from '../run-tool.ts'
import { withServices } from '../services.ts'
import { toolConfig } from '../tool-config.ts'
import { withSignal } from '../with-signal.ts'
import { forkAt, publish } from './publish.ts'

const USAGE = `npm run checkpoint -- [--account <id>]... [--to <folder or URL>] [--new-key]
       npm run checkpoint -- --cosigned <file> --witness <public key>

Signs a checkpoint of each tree of hashes now, or of those of some accounts (\`installation\` for what belongs to none), and
prints its public keys. A checkpoint proves something only once somebody else holds it.
--to: writes each as <tree>-<size>.checkpoint into a folder, or sends it to <URL>/<tree>-<size>.checkpoint by PUT. What is
there already is kept; where it has another root, the log was rewritten since. Where only other lines of its text differ,
such as a new key, the new one is <tree>-<size>-<hash>.checkpoint.
--new-key: another key signs from now on; this checkpoint has the signatures of both.
--cosigned: keeps what a witness has added to the newest checkpoint, if the witness's public key verifies it.
Exit code 0: done; 1: a checkpoint that somebody holds is of another history than the log; 2: wrong options; 3: could not
finish.`

const OPTIONS = {
  account: { type: 'string', multiple: true },
  to: { type: 'string' },
  'new-key': { type: 'boolean' },
  cosigned: { type: 'string' },
  witness: { type: 'string' },
  help: { type: 'boolean' },
} as const

const LOOK_MS = 100

/** @returns the exit code @throws UsageError */
export async function checkpointTool(console: Console): Promise<number> {
  const options = parseOptions(console.args, OPTIONS, USAGE)
  const { account, to, help } = options
  if (help) {
    await console.print(USAGE)
    return 0
  }
  const config = await toolConfig(console.env)
  let forks = 0
  const told = (fork: string | null) => {
    if (fork === null) return
    forks += 1
    console.note(fork)
  }
  await withSignal((signal) =>
    withServices(config, async ({ store, pool, vault }) => {
      const run = runOn(pool)
      if (options.cosigned !== undefined)
        return told(await keepWitnessed(store, run, options.cosigned, options.witness))
      const rows = await run<{ id: string }>(sql`select id::text from accounts order by id`)
      const trees = [...rows.map(({ id }) => id), INSTALLATION_TREE]
      const unknown = account?.find((id) => !trees.includes(id))
      if (unknown !== undefined) throw new UsageError(`there is no account ${unknown}`)
      const wanted = trees.filter((id) => account?.includes(id) ?? true)
      for (const id of wanted) {
        if (options['new-key']) await changeKey(store, run, vault, id)
        await decided(store, run, id, requestCheckpoint, { requested_at: nowText() })
      }
      for (const id of wanted) {
        const { name, note, keys } = await signed(run, id, signal)
        const published = to === undefined ? { name, fork: null } : await publish(to, name, note)
        told(published.fork)
        await console.print(JSON.stringify({ checkpoint: published.name, public_keys: keys }))
      }
    }),
  )
  return forks === 0 ? 0 : 1
}

/** Decides on the tree as the read models show it, and again when others have added to its stream meanwhile. */
async function decided<Command, Event extends SealEvent>(
  store: Pick<EventStore, 'append'>,
  run: Run,
  id: string,
  decide: Decide<Command, Seal, Event, string>,
  command: Command,
): Promise<void> {
  const chain = randomUUID()
  const context: CommandContext = {
    ...{ account_id: accountOfTree(id), actor: { type: 'operator', id: 'checkpoint' } },
    ...{ correlation_id: chain, causation_id: chain, request_id: null },
    ...{ now: () => new Date(), newId: randomUUID },
  }
  for (;;) {
    const tree = await readTree(run, id)
    const facts = decide(command, tree?.state ?? seal.initialState)
    if (isRefusal(facts)) throw new UsageError(`${id}: ${facts.refused.replaceAll('_', ' ')}`)
    if (facts.length === 0) return
    const expected = tree === null ? 'no_stream' : BigInt(tree.revision)
    try {
      await store.append(streamOf(seal, id), expected, newEvents(facts, context))
      return await shown(run, id, tree?.revision ?? -1)
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error
    }
    await sleep(LOOK_MS)
  }
}

async function changeKey(
  store: Pick<EventStore, 'append'>,
  run: Run,
  vault: Pick<Vault, 'keepFirst'>,
  id: string,
): Promise<void> {
  const tree = await readTree(run, id)
  if (tree === null || tree.state.key === null) return
  const key = tree.state.key + 1
  const { publicKey } = keyPair(await sealKey(vault, key))
  const public_key = keyText(noteKey(tree.origin, publicKey))
  await decided(store, run, id, changeSealKey, { key, public_key, changed_at: nowText() })
}

/** A checkpoint with lines of a witness. @throws UsageError when its key does not verify them */
async function witnessed(file: string, witness: string | undefined) {
  const checkpoint = parseCheckpoint(await readFile(file, 'utf8'))
  const key = parseKey(witness ?? '')
  if (checkpoint === null || key?.kind !== COSIGNATURE || !isSignedBy(checkpoint.note, key))
    throw new UsageError(`--cosigned ${file} has no signature of --witness ${witness ?? ''}`)
  const own = checkpoint.note.signatures.filter(
    ({ name, keyId }) => name === key.name && keyId.equals(key.id),
  )
  return { checkpoint, lines: own.map((signature) => signatureLine(signature).trimEnd()) }
}

/** @returns what to tell of a checkpoint that is not the log's; null for one that is kept */
async function keepWitnessed(
  store: Pick<EventStore, 'append'>,
  run: Run,
  file: string,
  witness: string | undefined,
): Promise<string | null> {
  const { checkpoint, lines } = await witnessed(file, witness)
  const { size, note } = checkpoint
  const id = treeOfOrigin(checkpoint.origin)
  const tree = await readTree(run, id)
  if (tree?.origin !== checkpoint.origin)
    throw new UsageError(`${file} of ${checkpoint.origin} is of no tree of this log`)
  const newest = parseCheckpoint(tree.checkpoint ?? '')
  if (newest !== null && isFork(newest, checkpoint)) return forkAt(file, size)
  if (newest?.size === size && newest.note.text !== note.text)
    throw new UsageError(`${id}: not the newest: ${file} says something else beside its root`)
  const command = { size, cosignatures: lines, cosigned_at: nowText() }
  await decided(store, run, id, keepCosignatures, command)
  return null
}

function nowText(): string {
  return new Date().toISOString()
}

/** Waits until the read models show the request. */
async function shown(run: Run, id: string, before: number): Promise<void> {
  for (;;) {
    if (((await readTree(run, id))?.revision ?? -1) > before) return
    await sleep(LOOK_MS)
  }
}

/** Waits for the checkpoint that was asked for. */
async function signed(run: Run, id: string, signal: AbortSignal) {
  for (;;) {
    signal.throwIfAborted()
    const tree = await readTree(run, id)
    const note = tree && checkpointNote(tree)
    if (tree !== null && note !== null && !tree.state.isRequested)
      return { name: `${id}-${tree.state.signed}.checkpoint`, note, keys: tree.public_keys }
    await sleep(LOOK_MS, signal)
  }
}
