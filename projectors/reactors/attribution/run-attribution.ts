import { type CommandContext, chainOf } from '@recado/application/commands/command-context'
import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { systemContext } from '@recado/application/commands/system-context'
import type { PersonIds } from '@recado/application/person-ids'
import { attributeSale } from '@recado/domain/sale/attribute-sale'
import { sale } from '@recado/domain/sale/sale'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import { type Run, runOn } from '@recado/infra/postgres/run'
import { inBatches } from '../../engine/batches.ts'
import { withIdleBatches } from '../../engine/with-idle-batches.ts'
import type { Leadership } from '../../runtime/leader-election.ts'
import { type ReactorOptions, runReactor } from '../../runtime/run-reactor.ts'
import { waitForHead, waitForReadModels } from '../../runtime/wait-for-read-models.ts'
import { attributionFactOf } from './attribution-facts.ts'
import {
  type Attribution,
  allWaiting,
  attributionsOf,
  type WaitingSale,
  waitingFor,
  watchWaiting,
} from './waiting-sales.ts'

export type AttributionOptions = ReactorOptions &
  ExecuteDeps & {
    readonly personIds: PersonIds
    readonly now: () => Date
    readonly newId: () => string
  }

const MAX_BATCH = 1_000
const PAGE = 500
/** Pause before failed sales are retried, ms: short enough for the operator's status to show them while they fail. */
const AGAIN_MS = 5_000
/** More failing sales point to a bug. Those beyond are retried after the next start. */
const MAX_FAILED = 100
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Attributes sales that name their buyer by phone to conversations: existing ones, and those that open later. It
 * keeps no checkpoint, because the read models show what still waits and the log what is done. A sale that fails is
 * retried at intervals while the others continue. Runs until the signal aborts.
 */
export function runAttribution(options: AttributionOptions): Promise<void> {
  return runReactor(options, {
    role: 'attribution',
    failure: 'attribution failed and starts again',
    work: (leadership) => follow(options, leadership),
  })
}

async function follow(options: AttributionOptions, leadership: Leadership): Promise<void> {
  const floor = await waitForHead(leadership, options.store)
  const failed = new Set<string>()
  const run = runOn(leadership.client)
  const attributeSales = (sales: readonly WaitingSale[]) =>
    attributeAll(options, run, failed, sales)
  await sweep(leadership, run, attributeSales)
  const delivered = options.store.subscribe({
    from: floor < 0n ? 'start' : floor,
    filter: { streamPrefixes: ['sale-', 'conversation-', 'contact-'] },
    signal: leadership.signal,
  })
  const waiting = await watchWaiting(run)
  let againAt = performance.now() + AGAIN_MS
  for await (const batch of withIdleBatches(inBatches(delivered, MAX_BATCH), () => AGAIN_MS)) {
    const relevant = attributionFactOf(options.personIds, batch.items)
    if (waiting.areConcernedBy(relevant)) {
      await waitForReadModels(leadership, relevant.position)
      if (leadership.signal.aborted) break
      await attributeSales(await run<WaitingSale>(waitingFor(relevant)))
      if (relevant.sales.length > 0) await waiting.look()
    }
    if (performance.now() < againAt) continue
    await attributeSales([...failed].map((id) => ({ id })))
    if (waiting.areKnown()) await waiting.look()
    againAt = performance.now() + AGAIN_MS
  }
}

async function sweep(
  { signal }: Leadership,
  run: Run,
  attributeSales: (sales: readonly WaitingSale[]) => Promise<void>,
): Promise<void> {
  for (let after: string | undefined = LOWEST_ID; after !== undefined && !signal.aborted; ) {
    const waiting: WaitingSale[] = await run<WaitingSale>(allWaiting(after, PAGE))
    await attributeSales(waiting)
    after = waiting.length < PAGE ? undefined : waiting.at(-1)?.id
  }
}

async function attributeAll(
  options: AttributionOptions,
  run: Run,
  failed: Set<string>,
  waiting: readonly WaitingSale[],
): Promise<void> {
  if (waiting.length === 0) return
  for (const { id } of waiting) failed.delete(id)
  for (const found of await run<Attribution>(attributionsOf(waiting))) {
    const err = await attribute(options, found).catch((error: unknown) => error)
    // Without the log every sale fails: the next leadership looks for all of them.
    if (err instanceof StoreUnavailable) throw err
    if (err === undefined) continue
    const chain = chainOf(contextOf(options, found))
    options.log.warn(
      { err, ...chain, sale_id: found.id },
      'attributing a sale failed; it will be retried',
    )
    if (failed.size < MAX_FAILED) failed.add(found.id)
  }
}

async function attribute(options: AttributionOptions, found: Attribution): Promise<void> {
  const { id, conversation_id, contact_id } = found
  const command = { conversation_id, contact_id, at: options.now().toISOString() }
  const context = contextOf(options, found)
  await execute(options, { aggregate: sale, id, decide: attributeSale, command, context })
}

function contextOf(options: AttributionOptions, { id, account_id }: Attribution): CommandContext {
  return systemContext(options, { part: 'attribution', account_id, chain: id })
}
