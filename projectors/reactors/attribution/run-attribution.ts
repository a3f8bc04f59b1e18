import { type ExecuteDeps, execute } from '@recado/application/commands/execute'
import { systemContext } from '@recado/application/commands/system-context'
import { attributeSale } from '@recado/domain/sale/attribute-sale'
import { sale } from '@recado/domain/sale/sale'
import { type Run, runOn } from '@recado/infra/postgres/run'
import { inBatches } from '../../engine/batches.ts'
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
const LOWEST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Gives sales that were told of by phone to conversations: those that exist, and those that open later. It keeps no
 * checkpoint, as the read models tell what still waits and the log what is done. Runs until the signal aborts.
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
  await sweep(options, leadership)
  const delivered = options.store.subscribe({
    from: floor < 0n ? 'start' : floor,
    filter: { streamPrefixes: ['sale-', 'conversation-', 'contact-'] },
    signal: leadership.signal,
  })
  for await (const batch of inBatches(delivered, MAX_BATCH)) {
    const told = attributionFactOf(batch)
    if (told.position === null) continue
    await waitForReadModels(leadership, told.position)
    if (leadership.signal.aborted) break
    const run = runOn(leadership.client)
    await attributeAll(options, run, await run<WaitingSale>(waitingFor(told)))
  }
}

/** Everything that came about while nobody followed. */
async function sweep(options: AttributionOptions, { client, signal }: Leadership): Promise<void> {
  const run = runOn(client)
  for (let after: string | undefined = LOWEST_ID; after !== undefined && !signal.aborted; ) {
    const waiting: WaitingSale[] = await run<WaitingSale>(allWaiting(after, PAGE))
    await attributeAll(options, run, waiting)
    after = waiting.length < PAGE ? undefined : waiting.at(-1)?.id
  }
}

async function attributeAll(
  options: AttributionOptions,
  run: Run,
  waiting: readonly WaitingSale[],
): Promise<void> {
  if (waiting.length === 0) return
  for (const found of await run<Attribution>(attributionsOf(waiting)))
    await attribute(options, found)
}

async function attribute(options: AttributionOptions, found: Attribution): Promise<void> {
  const { id, account_id, conversation_id, contact_id } = found
  const command = { conversation_id, contact_id, at: options.now().toISOString() }
  const context = systemContext(options, 'attribution', account_id, id)
  await execute(options, { aggregate: sale, id, decide: attributeSale, command, context })
}
