import { type CommandContext, chainOf } from '@recado/application/commands/command-context'
import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { systemContext } from '@recado/application/commands/system-context'
import { attributeSale } from '@recado/domain/sale/attribute-sale'
import { sale } from '@recado/domain/sale/sale'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import { type Run, runOn } from '@recado/infra/postgres/run'
import { inBatches } from '../../engine/batches.ts'
import { orNothing } from '../../engine/or-nothing.ts'
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
} from './waiting-sales.ts'

export type AttributionOptions = ReactorOptions &
  ExecuteDeps & {
    readonly now: () => Date
    readonly newId: () => string
  }

const MAX_BATCH = 1_000
const PAGE = 500
/** Before sales that fail are tried again, ms: short enough for the operator's status to show as long as they fail. */
const AGAIN_MS = 5_000
/** So many sales that fail are a fault of the code: those beyond are tried again at the next start. */
const MOST_FAILED = 100
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Gives sales that were told of by phone to conversations: those that exist, and those that open later. It keeps no
 * checkpoint, as the read models tell what still waits and the log what is done. A sale that fails of itself is tried again
 * now and then, while the others go on. Runs until the signal aborts.
 */
export function runAttribution(options: AttributionOptions): Promise<void> {
  return runReactor(options, {
    role: 'attribution',
    failure: 'attribution ended its leadership and starts again',
    work: (leadership) => follow(options, leadership),
  })
}

async function follow(options: AttributionOptions, leadership: Leadership): Promise<void> {
  const floor = await waitForHead(leadership, options.store)
  const failed = new Set<string>()
  const run = runOn(leadership.client)
  const attributeThe = (sales: readonly WaitingSale[]) => attributeAll(options, run, failed, sales)
  await sweep(leadership, run, attributeThe)
  const delivered = options.store.subscribe({
    from: floor < 0n ? 'start' : floor,
    filter: { streamPrefixes: ['sale-', 'conversation-', 'contact-'] },
    signal: leadership.signal,
  })
  let againAt = performance.now() + AGAIN_MS
  for await (const batch of orNothing(inBatches(delivered, MAX_BATCH), () => AGAIN_MS)) {
    const told = attributionFactOf(batch)
    if (told.position !== null) await waitForReadModels(leadership, told.position)
    if (leadership.signal.aborted) break
    if (told.position !== null) await attributeThe(await run<WaitingSale>(waitingFor(told)))
    if (performance.now() < againAt) continue
    await attributeThe([...failed].map((id) => ({ id })))
    againAt = performance.now() + AGAIN_MS
  }
}

/** Everything that came about while nobody followed. */
async function sweep(
  { signal }: Leadership,
  run: Run,
  attributeThe: (sales: readonly WaitingSale[]) => Promise<void>,
): Promise<void> {
  for (let after: string | undefined = LOWEST_ID; after !== undefined && !signal.aborted; ) {
    const waiting: WaitingSale[] = await run<WaitingSale>(allWaiting(after, PAGE))
    await attributeThe(waiting)
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
    // Without the log no other sale fares better: a new leadership looks for all of them.
    if (err instanceof StoreUnavailable) throw err
    if (err === undefined) continue
    const chain = chainOf(contextOf(options, found))
    options.log.warn(
      { err, ...chain, sale_id: found.id },
      'a sale was not attributed; it is tried again',
    )
    if (failed.size < MOST_FAILED) failed.add(found.id)
  }
}

async function attribute(options: AttributionOptions, found: Attribution): Promise<void> {
  const { id, conversation_id, contact_id } = found
  const command = { conversation_id, contact_id, at: options.now().toISOString() }
  const context = contextOf(options, found)
  await execute(options, { aggregate: sale, id, decide: attributeSale, command, context })
}

function contextOf(options: AttributionOptions, { id, account_id }: Attribution): CommandContext {
  return systemContext(options, 'attribution', account_id, id)
}
