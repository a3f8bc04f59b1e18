import type { CommandContext } from './command-context.ts'

type SystemWork = {
  /** The stored name of the part that works, such as recovery. */
  readonly part: string
  readonly account_id: string | null
  /** The id of what the work is about; by default a new one. */
  readonly chain?: string
}

/** The context of work that the product does by itself, with the part as its actor. */
export function systemContext(
  { now, newId }: Pick<CommandContext, 'now' | 'newId'>,
  { part, account_id, chain = newId() }: SystemWork,
): CommandContext {
  return {
    account_id,
    actor: { type: 'system', id: part },
    correlation_id: chain,
    causation_id: chain,
    request_id: null,
    now,
    newId,
  }
}
