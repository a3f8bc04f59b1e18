import type { CommandContext } from './command-context.ts'

/** @param part its stored name, such as recovery @param chain the id of what it is about, or a new one */
export function systemContext(
  { now, newId }: Pick<CommandContext, 'now' | 'newId'>,
  part: string,
  account_id: string | null,
  chain: string = newId(),
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
